import { type SQL, sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import { and, type Condition, or } from '#contract/kernel/query/tree.ts'
import {
  type Aggregate,
  type Cell,
  type Cells,
  countedBy,
  lastKnownDay,
  type Report,
  reachedBy,
  rowsOfReport,
} from '#contract/kernel/report.ts'
import { measuresFor } from '#contract/kernel/rights.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { conditionKey } from './aggregate-groups.ts'
import { countOf, sumOf } from './aggregates.ts'
import { compileFilter } from './compile-filter.ts'
import type { Source } from './source.ts'
import { type ReportRows, rowsToReport } from './summarized.ts'
import { type View, viewOf } from './view.ts'

/** A report, and where the rows it counts come from. */
export interface ReportOf {
  readonly report: Report
  readonly listing: Listing
  readonly source: Source
}

/** Audience of a report: which one is told to whom, and until which day. */
type ReportAudience = Parameters<typeof countedBy>[2]

const isSame = (one: Condition | null, other: Condition | null): boolean =>
  one !== null && other !== null && conditionKey(one) === conditionKey(other)

/** Columns of a statement, and what is made of them once they are read. */
interface CellColumns {
  readonly columns: readonly SQL[]
  read(stored: Readonly<Record<string, number | null>>): Cell | null
}

/** A condition that every row which is read meets; null: none that is known. */
type Met = Condition | null

/** Reads a measure of a report out of the rows of a view. `name` is only one within the statement. */
function cellColumns(name: string, told: ReportAudience, rows: ReportRows, met: Met): CellColumns {
  const { report, through } = told
  const measure = report.measures[name]!
  // what all rows meet is not asked of each again
  const asked = (condition: Condition | null) => (isSame(condition, met) ? null : condition)
  const counted = (condition: Condition | null) => countOf(asked(condition), rows)
  const valued = (aggregate: Aggregate) => {
    const condition = countedBy(aggregate, measure, told)
    return aggregate.sum === undefined ? counted(condition) : sumOf(aggregate.sum, asked(condition), rows)
  }
  const { lag, per, sum, entered } = measure
  // of a rate nothing is known where it is a rate of nothing
  const isLate = lag !== undefined && !per
  const as = (what: SQL, part: string) => sql`${what} as ${sql.identifier(`${name}.${part}`)}`
  return {
    columns: [
      as(valued(measure), 'value'),
      ...(sum === undefined ? [] : [as(counted(countedBy(measure, measure, told)), 'rows')]),
      ...(per ? [as(valued(per), 'per')] : []),
      ...(isLate ? [as(counted(reachedBy(report, measure, through)), 'reached')] : []),
    ],
    read(stored) {
      const part = (one: string) => stored[`${name}.${one}`] ?? 0
      if ((per && part('per') === 0) || (isLate && part('reached') === 0)) return null
      if (entered && part('rows') === 0) return null
      return { value: part('value'), per: per ? part('per') : null, rows: part(sum === undefined ? 'value' : 'rows') }
    },
  }
}

/** What some measures of a report count and sum: every condition and every amount. */
function measuredBy(names: readonly string[], told: ReportAudience) {
  const measures = names.map((name) => told.report.measures[name]!)
  return {
    conditions: measures.flatMap((measure) => [
      countedBy(measure, measure, told),
      ...(measure.per ? [countedBy(measure.per, measure, told)] : []),
    ]),
    sums: measures.flatMap(({ sum, per }) => [sum, per?.sum].filter((name) => name !== undefined)),
  }
}

/** The rows that any of some measures counts; null where one asks all of them whether they are known. */
function countedByAny(names: readonly string[], told: ReportAudience): Condition | null {
  const { conditions } = measuredBy(names, told)
  const asksAll = names.some((name) => told.report.measures[name]!.lag !== undefined) || conditions.includes(null)
  const known = conditions.filter((condition) => condition !== null)
  return asksAll ? null : or([...new Map(known.map((one) => [conditionKey(one), one])).values()])
}

/** Measures of a report that are read from the same rows, as somebody reaches them. */
export interface ReportReading {
  readonly rows: ReportRows
  readonly where: SQL
  readonly columns: readonly SQL[]
}

/** What a report is read by, and what is made of a row of it. */
interface ReportReadings {
  /** Of all rows that it is about first; what a summary table lacks is read beside it, from the rows that are counted. */
  readonly readings: readonly [ReportReading, ...ReportReading[]]
  read(stored: Readonly<Record<string, number | null>>): Cells
  readonly through: LocalDate
}

/** Until when a report tells. @throws Refusal `not_known_yet` for a day whose end nobody knows. */
function knownThrough(asOf: LocalDate | undefined, today: LocalDate): LocalDate {
  const last = lastKnownDay(today)
  if (asOf !== undefined && asOf > last) throw new Refusal('not_known_yet', { day: last }, { field: 'asOf' })
  return asOf ?? last
}

/** What is asked of a report, as far as it decides about the rows that are read. */
interface ReadingRequest {
  readonly q: string
  readonly by?: string
  readonly asOf?: LocalDate | undefined
  readonly measures?: readonly string[] | undefined
}

/** Measures of whom, of which rows of the view, put together by what. */
interface ReadingScope {
  readonly told: ReportAudience
  readonly about: Condition | null
  readonly by: string | undefined
}

/** The rows that some measures are read from: of a summary table where that has all they ask for. */
function rowsFor(names: readonly string[], view: View, { told, about, by }: ReadingScope): ReportRows {
  const { conditions, sums } = measuredBy(names, told)
  const asks = { query: view.query, about: told.report.where, conditions: [about, ...conditions], sums }
  return rowsToReport(view, by === undefined ? asks : { ...asks, by })
}

/** Measures by where they are read from: all from one place, or those that a summary table has, then those that it lacks. */
function togetherFrom(names: readonly string[], view: View, scope: ReadingScope): readonly (readonly string[])[] {
  const isSummed = (some: readonly string[]) => rowsFor(some, view, scope).weight !== null
  if (isSummed(names) || !isSummed([])) return [names]
  const summed = new Set(names.filter((name) => isSummed([name])))
  return [[...summed], names.filter((name) => !summed.has(name))]
}

/** Some measures, with the rows that they are read from: all that the report is about, or only those that any of them counts. */
function readingOf(names: readonly string[], view: View, scope: ReadingScope & { readonly isBeside: boolean }) {
  const { told, about, isBeside } = scope
  const rows = rowsFor(names, view, scope)
  const met = isBeside ? countedByAny(names, told) : null
  const cells = names.map((name) => [name, cellColumns(name, told, rows, met)] as const)
  const condition = and([about, met])
  return {
    reading: {
      rows,
      where: sql`${rows.where} and ${compileFilter(condition, rows.context)}`,
      columns: cells.flatMap(([, { columns }]) => columns),
    },
    cells,
  }
}

/** @throws Refusal `bad_query`, `not_known_yet`; `forbidden` where no measure is left. */
export async function readingsOf(
  { report, listing, source }: ReportOf,
  { q, by, asOf, measures: asked }: ReadingRequest,
  call: RequestContext,
): Promise<ReportReadings> {
  const measures = measuresFor(report, (right) => call.actor.may(right), asked)
  if (measures.length === 0) throw new Refusal('forbidden')
  const view = await viewOf({ ...listing, requires: report.requires }, source, { q }, call)
  const through = knownThrough(asOf, view.readContext.day)
  const told = { report, reader: view.context.reader, through }
  const scope = { told, about: rowsOfReport(report, asOf, told.reader), by }
  const [first, ...beside] = togetherFrom(measures, view, scope)
  const main = readingOf(first!, view, { ...scope, isBeside: false }) // there are measures
  const others = beside.map((names) => readingOf(names, view, { ...scope, isBeside: true }))
  const cells = [main, ...others].flatMap((one) => one.cells)
  return {
    readings: [main.reading, ...others.map(({ reading }) => reading)],
    read: (stored) => Object.fromEntries(cells.map(([name, of]) => [name, of.read(stored)])),
    through,
  }
}
