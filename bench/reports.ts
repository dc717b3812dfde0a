import { Worker } from 'node:worker_threads'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { print } from '#contract/kernel/query/print.ts'
import { type Cells, cellCondition } from '#contract/kernel/report.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'
import { openDatabase } from '#server/kernel/base/database.ts'
import { paceOf, refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import type { DeclaredReport } from '#src/grid/define-report.ts'
import { type Figure, type Measure, median, onTeardown, quantile, timed } from './harness.ts'
import { bookLoans, pauseJobs, startBooks } from './support/book.ts'
import { measureReads, readFigures } from './support/nightly.ts'
import { daysAgo } from './support/orders.ts'
import { type ApiCall, apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'
import { shippedReports } from './support/views.ts'

/** How often each answer is asked for. */
const times = 40
const quietMs = 10_000

/** What a report answers, as far as a cell of it is opened here. */
interface Answer {
  readonly rows: readonly { readonly value: string | null; readonly cells: Cells }[]
  readonly currency: Currency
  readonly asOf: LocalDate
}

/** How long an answer takes when it is asked for again and again, in ms. */
async function samplesOf(ask: ApiCall, at: string): Promise<number[]> {
  const samples: number[] = []
  for (let i = 0; i < times; i++) samples.push(await timed(() => ask(at)))
  return samples
}

const pathOf = ({ at }: { readonly at: string }): string => at.slice(at.indexOf(' ') + 1)
const beginning = ({ report, query, begins }: DeclaredReport) => {
  const { by, grain } = begins ?? { by: report.by[0]!, grain: report.grains[0]! }
  return { q: query, by, grain }
}

/** The address of a view of a report, as the console opens it. */
const viewAt = (page: DeclaredReport, measures: readonly string[]): string =>
  `${pathOf(page.report)}?${new URLSearchParams({ ...beginning(page), measures: measures.join() })}`

/** Drill-down: the address of the first page of rows that the fullest cell of an answer counts. None where all are empty. */
function drillAt(page: DeclaredReport, { rows, currency, asOf }: Answer): string | null {
  const { listing } = page
  const cells = rows.flatMap(({ value, cells }) =>
    Object.entries(cells).flatMap(([name, cell]) => (cell ? [{ name, value, count: cell.rows }] : [])),
  )
  const fullest = cells.toSorted((one, other) => other.count - one.count)[0]
  if (!fullest || fullest.count === 0) return null
  const reader = { ...queryFieldsOf(listing, true), currency }
  const asked = { ...beginning(page), name: fullest.name, value: fullest.value, part: 'value' as const, through: asOf }
  const q = print({ where: cellCondition(page.report, listing, reader, asked), sort: [] }, reader)
  return `${pathOf(listing)}?${new URLSearchParams({ q, size: '200' })}`
}

const figure = (what: string, samples: readonly number[], most: number): Figure => ({
  what: `${what}, p95`,
  unit: 'ms',
  samples: [quantile(samples, 0.95)],
  budget: { most },
})

/** A report: its slowest view, and the rows of one of its cells. */
async function reportFigures(page: DeclaredReport, ask: ApiCall): Promise<Figure[]> {
  const views: { readonly name: string; readonly samples: readonly number[] }[] = []
  for (const { name, measures } of page.views)
    views.push({ name, samples: await samplesOf(ask, viewAt(page, measures)) })
  const slowest = views.toSorted((one, other) => median(other.samples) - median(one.samples))[0]!
  const drill = drillAt(page, await ask<Answer>(viewAt(page, page.views[0]!.measures)))
  return [
    figure(`${page.page} · ${slowest.name}`, slowest.samples, 300),
    ...(drill ? [figure(`${page.page}, rows of its fullest cell`, await samplesOf(ask, drill), 60)] : []),
  ]
}

const lists = { 'orders overdue': '/loans?size=50&q=state:50', 'plans, first page': '/plans?size=50' }

/** Reads lists for a while, beside what the machine does anyway. */
function readQuietly(ask: ApiCall) {
  const until = performance.now() + quietMs
  return measureReads(ask, () => performance.now() > until, lists)
}

/** Reads lists beside a thread that asks nothing of the database: what two busy cores of this machine take from each other. */
async function readBesideBusyCore(ask: ApiCall) {
  const busy = new Worker('for (;;);', { eval: true })
  try {
    return await readQuietly(ask)
  } finally {
    await busy.terminate()
  }
}

/** Facts of a year computed anew, and what lists take meanwhile. */
async function yearAnew(url: string, ask: ApiCall): Promise<Figure[]> {
  const database = await openDatabase({ url })
  onTeardown(() => database.close())
  const clock = { country: 'IN' as const, now: () => new Date() }
  await refreshDueFacts({ database, clock })
  const before = await readQuietly(ask)
  const beside = await readBesideBusyCore(ask)
  await database.query(
    `begin;
     set local statement_timeout = 0;
     insert into due_fact_changes (plan_id) select id from plans where due_date > '${daysAgo(365)}' and due_date <= '${daysAgo(0)}';
     commit`,
  )
  const { rows } = await database.query('select count(*)::int as count from due_fact_changes')
  let over = false
  const during = measureReads(ask, () => over, lists)
  const pace = await paceOf({ database, clock })
  const ms = await timed(() => refreshDueFacts({ database, clock }, pace)).finally(() => (over = true))
  const what = `facts of ${Number(rows[0]!.count).toLocaleString('en')} instalments of a year, computed anew`
  return [
    { what, unit: 's', samples: [ms / 1_000] },
    ...readFigures(before, await during, { budget: { ratioMost: 1.5 } }),
    ...readFigures(before, beside, { when: 'beside a busy core' }),
  ]
}

/** Latency of every report over a book, of what its cells open and of what is told of today; and a year of facts computed anew. */
export const measure: Measure = async () => {
  const url = await (await startBooks()).copy('reports')
  await pauseJobs(url)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: temporaryFolder('reports') })
  const ask = apiClient(server.url, await signIn(server.url, 'executive'))
  const figures: Figure[] = []
  for (const page of await shippedReports()) figures.push(...(await reportFigures(page, ask)))
  figures.push(
    figure('board, as it is now', await samplesOf(ask, '/board'), 300),
    figure('overview, what waits', await samplesOf(ask, '/overview/waiting'), 300),
    figure('overview, today', await samplesOf(ask, '/overview/daily'), 300),
  )
  const named = bookLoans.toLocaleString('en')
  const told = figures.map((one) => ({ ...one, what: `${one.what} (${named} orders)` }))
  return [...told, ...(await yearAnew(url, ask))]
}
