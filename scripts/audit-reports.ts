import { addDays } from '#contract/kernel/calendar.ts'
import { isListing, type Listing } from '#contract/kernel/list.ts'
import { isReport } from '#contract/kernel/report.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { modules } from '#server/modules/index.ts'
import { auditReport, type Caller } from '#server/report-audit/cells.ts'

/** So many days are looked at, by default. */
const daysBefore = 30

const { URL: at = 'http://127.0.0.1:4600', ACCOUNT: username = 'executive', PASSWORD: password = '' } = process.env
const [, , days = String(daysBefore)] = process.argv

async function ask(path: string, init: RequestInit = {}) {
  const answer = (await (await fetch(`${at}/api${path}`, init)).json()) as { code: number; msg: string; data?: unknown } // what every call answers
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
  return answer
}

const headers = { 'content-type': 'application/json' }
const { data } = await ask('/login', { method: 'POST', headers, body: JSON.stringify({ username, password }) })
const { token } = data as { token: string } // as `login` answers
const caller: Caller = { get: (path) => ask(path, { headers: { authentication: token } }) }

const endpoints = modules.flatMap(({ api }) => Object.values(api))
const listings = new Map(endpoints.filter(isListing).map((one): [string, Listing] => [one.id, one]))
const today = LocalDate.parse(new Date().toISOString().slice(0, 10))
const first = addDays(today, -Number(days))

let [compared, wrong] = [0, 0]
for (const report of endpoints.filter(isReport)) {
  const listing = listings.get(report.of)! // a server with a report of no list does not start
  const q = `${report.by[0]}>=${first}`
  for (const by of report.by)
    for (const grain of by === report.by[0] ? report.grains : report.grains.slice(0, 1)) {
      const of = { report, listing, asked: { by, grain, q } }
      const found = await auditReport(of, caller)
      compared += found.compared
      const measures = [...new Set(found.differences.map(({ measure }) => measure))]
      if (measures.length === 0) continue
      // the house may have gone on between a report and its lists: what is wrong stays so
      const { differences } = await auditReport({ ...of, asked: { ...of.asked, measures } }, caller)
      wrong += differences.length
      for (const one of differences)
        process.stdout.write(
          `${[one.report, one.by, one.row ?? '', one.measure, one.cell, one.list, one.q].join('\t')}\n`,
        )
    }
}
process.stdout.write(`${compared.toLocaleString('en')} cells, ${wrong.toLocaleString('en')} differences\n`)
process.exitCode = wrong > 0 ? 1 : 0
