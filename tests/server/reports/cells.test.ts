import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays } from '#contract/kernel/calendar.ts'
import { isReport, type Report } from '#contract/kernel/report.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { asksOf, auditReport, type Caller, CallFailed, type ReportRequest } from '#server/report-audit/cells.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { staffId } from '#server/seed/foundation.ts'
import { Random } from '#server/seed/history/random.ts'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { environment, now, today } from '../seed/book.ts'

const usualMeasures = 12
/** As of which day what was known is asked for, beside what is known now. */
const before = addDays(today, -7)
/** Narrower than the executive: of what collection does, what their agency has done. */
const narrower = { account: 'agency', report: 'collectionActivities.performance' } as const

/** A server over a book of its own, which it closes; every fact of it was known a while, and some of them otherwise since. */
async function openBook() {
  const database = await openForTests()
  await seedDemo(database, environment, { now, customers: 240, loans: 400 })
  const clock = { country: 'IN', now: () => now } as const
  await refreshDueFacts({ database, clock })
  await database.query(`update due_facts set known_from = $1::date - 30`, [today])
  await database.query(`update due_facts set known_until = $1::date - 1 where length(plan_id || loan_id) % 3 = 0`, [
    today,
  ])
  const at = { country: 'IN', secret: 'secret of the tests', port: 0, jobs: false, delivery: 'manual' } as const
  return startServer({ database, clock, ...at })
}

async function callerFor({ app: { database }, url }: Awaited<ReturnType<typeof openBook>>, account: string) {
  const token = randomToken()
  const times = { startedAt: now, renewedAt: now, lastSeenAt: now, provenAt: now }
  await database.db
    .insert(sessionRows)
    .values({ id: randomUUID() as IdOf<'session'>, staffId: staffId(account), tokenHash: sha256(token), ...times })
  const headers = { authentication: token }
  return {
    async get(address: string) {
      const answer = (await (await fetch(`${url}/api${address}`, { headers })).json()) as {
        code: number
        msg: string
        data?: unknown
      }
      if (answer.code !== 200) throw new CallFailed(address, answer)
      return answer
    },
  }
}

// a thousand lists are asked, on a machine that may have more to do
test('drawn cells of every report, by every field, are what the lists they open add up to, and blank where these are', {
  timeout: 300_000,
}, async () => {
  const server = await openBook()
  const random = new Random('cells')
  const { entries, listings } = server.app.registry
  const reports = [...entries.values()].flatMap(({ endpoint }) => (isReport(endpoint) ? [endpoint] : []))
  const counted = { compared: 0, blank: 0 }
  const audit = async (report: Report, asked: ReportRequest, caller: Caller, share: number) => {
    const { listing } = listings.get(report.of)!
    // of a triangle, whose measures are many and alike, as much as of another report
    const drawn = share * Math.min(1, usualMeasures / Object.keys(report.measures).length)
    const found = await auditReport(
      { report, listing, asked },
      caller,
      (isBlank) => random.next() < (isBlank ? drawn / 3 : drawn),
    )
    expect(found.differences).toEqual([])
    counted.compared += found.compared
    counted.blank += found.blank
    return found.compared
  }

  const executive = await callerFor(server, 'executive')
  for (const report of reports)
    for (const asked of asksOf(report)) await audit(report, asked, executive, asked.by === report.by[0] ? 0.03 : 0.2)
  let then = 0
  for (const report of reports.filter(({ known }) => known))
    then += await audit(report, { by: report.by[0]!, grain: 'month', asOf: before }, executive, 0.2)
  const caller = await callerFor(server, narrower.account)
  let theirs = 0
  for (const report of reports.filter(({ id }) => id === narrower.report))
    theirs += await audit(report, { by: report.by[1]!, grain: 'day' }, caller, 0.2)

  expect(reports.length).toBeGreaterThan(4)
  expect(counted.compared).toBeGreaterThan(500)
  expect(
    [counted.blank, then, theirs].every((count) => count > 5),
    `${counted.blank} ${then} ${theirs}`,
  ).toBe(true)
  await server.stop()
})
