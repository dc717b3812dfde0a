import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isReport } from '#contract/kernel/report.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { auditReport } from '#server/report-audit/cells.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { staffId } from '#server/seed/foundation.ts'
import { Random } from '#server/seed/history/random.ts'
import { startServer } from '#server/server.ts'
import { openForTests } from '#tests/support/database.ts'
import { environment, now } from '../seed/book.ts'

const usualMeasures = 12

// a thousand lists are asked, on a machine that may have more to do
test('cells of every report, by every field, are what the lists they open add up to', {
  timeout: 180_000,
}, async () => {
  // a book of its own: the server closes it
  const database = await openForTests()
  await seedDemo(database, environment, { now, customers: 240, loans: 400 })
  const clock = { country: 'IN', now: () => now } as const
  await refreshDueFacts({ database, clock })
  const token = randomToken()
  const times = { startedAt: now, renewedAt: now, lastSeenAt: now, provenAt: now }
  await database.db
    .insert(sessionRows)
    .values({ id: randomUUID() as IdOf<'session'>, staffId: staffId('executive'), tokenHash: sha256(token), ...times })
  const at = { country: 'IN', secret: 'secret of the tests', port: 0, jobs: false, delivery: 'manual' } as const
  const server = await startServer({ database, clock, ...at })
  const headers = { authentication: token }
  const caller = {
    async get(address: string) {
      const answer = (await (await fetch(`${server.url}/api${address}`, { headers })).json()) as {
        code: number
        data?: unknown
      }
      if (answer.code !== 200) throw new Error(`${address}: ${JSON.stringify(answer)}`)
      return answer
    },
  }
  const random = new Random('cells')
  const { entries, listings } = server.app.registry
  const reports = [...entries.values()].flatMap(({ endpoint }) => (isReport(endpoint) ? [endpoint] : []))

  let compared = 0
  for (const report of reports) {
    const { listing } = listings.get(report.of)!
    // of a triangle, whose measures are many and alike, as much as of another report
    const drawn = Math.min(1, usualMeasures / Object.keys(report.measures).length)
    for (const by of report.by)
      for (const grain of by === report.by[0] ? report.grains : report.grains.slice(0, 1)) {
        const share = drawn * (by === report.by[0] ? 0.03 : 0.2)
        const found = await auditReport({ report, listing, asked: { by, grain } }, caller, () => random.next() < share)
        expect(found.differences).toEqual([])
        compared += found.compared
      }
  }
  expect(reports.length).toBeGreaterThan(4)
  expect(compared).toBeGreaterThan(500)
  await server.stop()
})
