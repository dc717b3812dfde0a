import { addDays } from '#contract/kernel/calendar.ts'
import { isListing, type Listing } from '#contract/kernel/list.ts'
import { isReport, type Report } from '#contract/kernel/report.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { modules } from '#server/modules/index.ts'
import { auditDays } from '#server/report-audit/audit-days.ts'
import { asksOf, type Caller, CallFailed, type ReportRequest } from '#server/report-audit/cells.ts'

/** So many days are looked at, by default. */
const daysBefore = 30
/** Reports that know their versions are looked at as they were known so many days ago, too. */
const knownBefore = 7

const { URL: at = 'http://127.0.0.1:4600', ACCOUNT: username = 'executive', PASSWORD: password = '' } = process.env
const [, , days = String(daysBefore)] = process.argv

async function ask(path: string, init: RequestInit = {}) {
  const answer = (await (await fetch(`${at}/api${path}`, init)).json()) as {
    code: number
    msg: string
    fault?: string
    data?: unknown
  } // what every call answers
  if (answer.code !== 200) throw new CallFailed(path, answer)
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

/** As it is known now; where versions are known, as it was, too. */
const everyAskOf = (report: Report): ReportRequest[] => {
  const asks = asksOf(report)
  const asOf = addDays(today, -knownBefore)
  return report.known ? [...asks, ...asks.map((asked) => ({ ...asked, asOf }))] : asks
}

let [compared, wrong] = [0, 0]
for (const report of endpoints.filter(isReport)) {
  const listing = listings.get(report.of)! // a server with a report of no list does not start
  for (const asked of everyAskOf(report)) {
    const found = await auditDays({ report, listing, asked }, { first, last: null }, caller, today)
    compared += found.compared
    const measures = [...new Set(found.differences.map(({ measure }) => measure))]
    if (measures.length === 0) continue
    // the house may have gone on between a report and its lists: what is wrong stays so
    const again = { report, listing, asked: { ...asked, measures } }
    const { differences } = await auditDays(again, { first, last: null }, caller, today)
    wrong += differences.length
    for (const one of differences)
      process.stdout.write(
        `${[one.report, one.by, one.row ?? '', one.measure, one.cell ?? '', one.list, one.q].join('\t')}\n`,
      )
  }
}
process.stdout.write(`${compared.toLocaleString('en')} cells, ${wrong.toLocaleString('en')} differences\n`)
process.exitCode = wrong > 0 ? 1 : 0
