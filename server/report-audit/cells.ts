import type { Listing } from '#contract/kernel/list.ts'
import { queryFieldsOf } from '#contract/kernel/personal-data.ts'
import { print } from '#contract/kernel/query/print.ts'
import { type Cell, type Cells, cellCondition, type Grain, knownUntil, type Report } from '#contract/kernel/report.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'

/** Report request: what is asked, and of which measures; without them of all. */
export interface ReportRequest {
  readonly by: string
  readonly grain: Grain
  readonly q?: string
  readonly asOf?: LocalDate
  readonly measures?: readonly string[]
}

/** Everything that can be asked of a report: by every field of it, by days in every grain. */
export const asksOf = ({ by: fields, grains }: Report): ReportRequest[] =>
  fields.flatMap((by, i) => (i === 0 ? grains : grains.slice(0, 1)).map((grain) => ({ by, grain })))

/** A report to be compared, and what is asked of it. */
export interface AuditedReport {
  readonly report: Report
  readonly listing: Listing
  readonly asked: ReportRequest
}

/** Answered report: what it told, and to whom. */
interface AnsweredReport extends AuditedReport {
  readonly answer: Answer
  readonly caller: Caller
}

/** A call that was refused, and why. */
export class CallFailed extends Error {
  readonly fault: string | undefined
  constructor(address: string, { msg, fault }: { readonly msg: string; readonly fault?: string | undefined }) {
    super(`${address}: ${msg}`)
    this.fault = fault
  }
}

/** Whoever asks: answers of calls by their address. `get` throws CallFailed for what is refused. */
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
  /** Null: it is blank. */
  readonly cell: number | null
  readonly list: number
}

type AnsweredCell = Place & { readonly cell: Cell }

/** Where a cell is other than what its rows come to. */
async function compare(of: AnsweredReport, { cell, ...place }: AnsweredCell): Promise<Difference[]> {
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

/** Whether the day of a cell is one of which its measure is not known yet: it is blank, whatever there is of it. */
function isAhead({ report, asked: { by, grain }, answer }: AnsweredReport, { name, value }: Place): boolean {
  // the lines of weeks and months, and of everything else, leave out days that are not reached
  if (typeof value !== 'string' || by !== report.by[0] || grain !== 'day') return false
  const first = value as LocalDate // as a report tells its days
  return knownUntil(report.measures[name]!, { first, grain, through: answer.asOf }) !== null
}

/** Where a cell is blank although there is something to tell: it is a rate of something, or rows were reached or entered. */
async function compareBlank(of: AnsweredReport, place: Place): Promise<Difference[]> {
  const { per, entered } = of.report.measures[place.name]!
  const found = [
    ...(per ? [{ part: 'per', tells: 'value' } as const] : []),
    ...(!per || entered ? [{ part: 'value', tells: 'rows' } as const] : []),
  ]
  const at = { report: of.report.id, by: of.asked.by, measure: place.name, row: place.value }
  let last: Difference[] = []
  for (const { part, tells } of found) {
    const { q, [tells]: list } = await listed(of, { ...place, part })
    if (list === 0) return []
    last = [{ ...at, q, cell: null, list }]
  }
  return last
}

/** The cells of an answer: those that tell something, and those that are blank. */
function cellsOf({ answer: { rows, total } }: AnsweredReport) {
  const lines = [...rows, { value: undefined, cells: total }]
  const all = lines.flatMap(({ value, cells }) =>
    Object.entries(cells).map(([name, cell]) => ({
      cell,
      ...{ name, part: 'value' as const, ...(value !== undefined && { value }) },
    })),
  )
  return {
    told: all.filter((one): one is typeof one & AnsweredCell => one.cell !== null),
    blank: all.filter(({ cell }) => cell === null),
  }
}

/**
 * Report audit: compares cells of a report with the lists of their rows, every one of them or those that `draw` says; of
 * those that are blank, whether there is nothing to tell.
 */
export async function auditReport(of: AuditedReport, caller: Caller, draw = (_isBlank: boolean) => true) {
  const { report, asked } = of
  const { measures, ...rest } = { q: '', ...asked }
  const address = `${pathOf(report)}?${line({ ...rest, ...(measures && { measures: measures.join() }) })}`
  const answer = (await caller.get(address)).data as Answer // what every report answers
  const whole = { ...of, answer, caller }
  const cells = cellsOf(whole)
  const told = cells.told.filter(() => draw(false))
  const blank = cells.blank.filter((one) => !isAhead(whole, one) && draw(true))
  const differences: Difference[] = []
  for (const cell of told) differences.push(...(await compare(whole, cell)))
  for (const { cell: _, ...place } of blank) differences.push(...(await compareBlank(whole, place)))
  return { compared: told.length, blank: blank.length, differences }
}
