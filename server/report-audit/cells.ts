import type { Listing } from '#contract/kernel/list.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { print } from '#contract/kernel/query/print.ts'
import { type Cell, type Cells, cellCondition, type Grain, type Report } from '#contract/kernel/report.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'

/** Report request: what is asked, and of which measures; without them of all. */
export interface ReportRequest {
  readonly by: string
  readonly grain: Grain
  readonly q?: string
  readonly asOf?: LocalDate
  readonly measures?: readonly string[]
}

interface ReportOf {
  readonly report: Report
  readonly listing: Listing
  readonly asked: ReportRequest
}

/** Answered report: what it told, and to whom. */
interface AnsweredReport extends ReportOf {
  readonly answer: Answer
  readonly caller: Caller
}

/** Whoever asks: answers of calls by their address. */
export interface Caller {
  get(at: string): Promise<{ readonly data?: unknown }>
}

interface Answer {
  readonly rows: readonly { readonly value: string | null; readonly cells: Cells }[]
  readonly total: Cells
  readonly currency: Currency
  readonly asOf: LocalDate
}
interface Totals {
  readonly count: number
  readonly sums: Readonly<Record<string, readonly { readonly minor: number }[]>>
  readonly numbers?: Readonly<Record<string, number>>
}

const pathOf = ({ at }: Pick<Report, 'at'>): string => at.slice(at.indexOf(' ') + 1)
const line = (asked: Readonly<Record<string, string>>) => new URLSearchParams(asked).toString()

/** A part of a cell: of which measure, of which row (without one, of all of them), and what of it. */
interface Place {
  readonly name: string
  readonly value?: string | null
  readonly part: 'value' | 'per'
}

/** What the list of the rows that a part of a cell counts comes to: how many there are, and its amount. */
async function listed({ report, listing, asked, answer, caller }: AnsweredReport, place: Place) {
  const reader = { ...queryFieldsOf(listing, true), currency: answer.currency }
  const where = cellCondition(report, listing, reader, { q: '', ...asked, ...place, through: answer.asOf })
  const q = print({ where, sort: [] }, reader)
  const { count, sums, numbers } = (await caller.get(`${pathOf(listing)}/totals?${line({ q })}`)).data as Totals // what every listing answers
  const measure = report.measures[place.name]!
  const { sum } = (place.part === 'per' ? measure.per : measure) ?? {}
  return { q, rows: count, value: sum === undefined ? count : (sums[sum]?.[0]?.minor ?? numbers?.[sum] ?? 0) }
}

/** A cell that says something else than the list it opens. */
export interface Difference {
  readonly report: string
  readonly by: string
  readonly measure: string
  /** The row; none for the totals. */
  readonly row: string | null | undefined
  /** The line that it opens. */
  readonly q: string
  readonly cell: number
  readonly list: number
}

type ToldCell = Place & { readonly cell: Cell }

/** Where a cell is other than what its rows come to. */
async function compare(of: AnsweredReport, { cell, ...place }: ToldCell): Promise<Difference[]> {
  const at = { report: of.report.id, by: of.asked.by, measure: place.name, row: place.value }
  const value = await listed(of, { ...place, part: 'value' })
  const found = [
    { q: value.q, cell: cell.value, list: value.value },
    { q: value.q, cell: cell.rows, list: value.rows },
  ]
  if (cell.per !== null) {
    const per = await listed(of, { ...place, part: 'per' })
    found.push({ q: per.q, cell: cell.per, list: per.value })
  }
  return found.filter((one) => one.cell !== one.list).map((one) => ({ ...at, ...one }))
}

/** Report audit: compares cells of a report with the lists of their rows, every one of them or those that `draw` says. */
export async function auditReport(of: ReportOf, caller: Caller, draw = () => true) {
  const { report, asked } = of
  const { measures, ...rest } = { q: '', ...asked }
  const address = `${pathOf(report)}?${line({ ...rest, ...(measures && { measures: measures.join() }) })}`
  const answer = (await caller.get(address)).data as Answer // what every report answers
  const { rows, total } = answer
  const lines = [...rows, { value: undefined, cells: total }]
  const cells = lines
    .flatMap(({ value, cells: told }) =>
      Object.entries(told).flatMap(([name, cell]): ToldCell[] =>
        cell ? [{ cell, name, part: 'value', ...(value !== undefined && { value }) }] : [],
      ),
    )
    .filter(draw)
  const differences: Difference[] = []
  for (const cell of cells) differences.push(...(await compare({ ...of, answer, caller }, cell)))
  return { compared: cells.length, differences }
}
