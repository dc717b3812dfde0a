import { type SQL, sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import type { Condition } from '#contract/kernel/query/tree.ts'
import {
  type Aggregate,
  type Cell,
  type Cells,
  countedBy,
  type Grain,
  isTime,
  lastKnownDay,
  type Report,
  reachedBy,
  rowsOfReport,
} from '#contract/kernel/report.ts'
import { measuresFor } from '#contract/kernel/rights.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { countOf, sumOf } from './aggregates.ts'
import { type ColumnMapping, isRef } from './column-mapping.ts'
import { compareBy, compileFilter } from './compile-filter.ts'
import { pruneJoins } from './prune-joins.ts'
import type { Source } from './source.ts'
import { type ReportRows, rowsToReport } from './summarized.ts'
import { viewOf } from './view.ts'

/** Most rows of one report: three years of days. */
const rowsMax = 1_200

/** A report, and where the rows it counts come from. */
export interface ReportOf {
  readonly report: Report
  readonly listing: Listing
  readonly source: Source
}

/** What is asked of a report. */
export interface ReportQuery {
  readonly q: string
  readonly by: string
  readonly grain: Grain
  readonly asOf?: LocalDate | undefined
  readonly measures?: readonly string[] | undefined
}

/** What a report answers. */
export interface ReportAnswer {
  rows: { value: string | null; label: string; cells: Cells }[]
  total: Cells
  currency: Currency
  asOf: LocalDate
}

/** The value of a field as a filter line names it, and as people read it; days by the first of theirs. */
function valueAt(mapping: ColumnMapping, field: Field, { grain, country }: { grain: Grain; country: Country }) {
  if (isRef(mapping)) return { value: sql`${mapping.id}`, label: sql`${mapping.name}` }
  const by = compareBy(mapping)
  const day = field.kind === 'instant' ? localDay(by, { country }) : by
  const value = isTime(field) && grain !== 'day' ? sql`date_trunc(${sql.raw(`'${grain}'`)}, ${day})::date` : day
  return { value, label: value }
}

/** Audience of a report: which one is told to whom, and until which day. */
type ReportAudience = Parameters<typeof countedBy>[2]

/** Columns of a statement, and what is made of them once they are read. */
interface CellColumns {
  readonly columns: readonly SQL[]
  read(stored: Readonly<Record<string, number | null>>): Cell | null
}

/** Reads a measure of a report out of the rows of a view. `name` is only one within the statement. */
function cellColumns(name: string, report: Report, rows: ReportRows, through: LocalDate): CellColumns {
  const measure = report.measures[name]!
  const told = { report, reader: rows.context.reader, through }
  const counted = (condition: Condition | null) => countOf(condition, rows)
  const valued = (aggregate: Aggregate) => {
    const condition = countedBy(aggregate, measure, told)
    return aggregate.sum === undefined ? counted(condition) : sumOf(aggregate.sum, condition, rows)
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

/** What a report is read by: the rows that it is about, as somebody reaches them, and its measures of them. */
interface ReportReading {
  readonly rows: ReportRows
  readonly where: SQL
  readonly columns: readonly SQL[]
  read(stored: Readonly<Record<string, number | null>>): Cells
  readonly through: LocalDate
}

/** Until when a report tells. @throws Refusal `not_known_yet` for a day whose end nobody knows. */
function knownThrough(asOf: LocalDate | undefined, today: LocalDate): LocalDate {
  const last = lastKnownDay(today)
  if (asOf !== undefined && asOf > last) throw new Refusal('not_known_yet', { day: last }, { field: 'asOf' })
  return asOf ?? last
}

/** @throws Refusal `bad_query`, `not_known_yet`; `forbidden` where no measure is left. */
async function readingOf(
  { report, listing, source }: ReportOf,
  { q, by, asOf, measures: asked }: Pick<ReportQuery, 'q' | 'asOf' | 'measures'> & { readonly by?: string },
  call: RequestContext,
): Promise<ReportReading> {
  const measures = measuresFor(report, (right) => call.actor.may(right), asked)
  if (measures.length === 0) throw new Refusal('forbidden')
  const seen = { ...listing, requires: report.requires }
  const view = await viewOf(seen, source, { q }, call)
  const through = knownThrough(asOf, view.readContext.day)
  const told = { report, reader: view.context.reader, through }
  const about = rowsOfReport(report, asOf, told.reader)
  const { conditions, sums } = measuredBy(measures, told)
  const asks = { query: view.query, about: report.where, conditions: [about, ...conditions], sums }
  const rows = rowsToReport(view, by === undefined ? asks : { ...asks, by })
  const cells = measures.map((name) => [name, cellColumns(name, report, rows, through)] as const)
  return {
    rows,
    where: sql`${rows.where} and ${compileFilter(about, rows.context)}`,
    columns: cells.flatMap(([, { columns }]) => columns),
    read: (stored) => Object.fromEntries(cells.map(([name, of]) => [name, of.read(stored)])),
    through,
  }
}

type ReportTotal = Pick<ReportAnswer, 'total' | 'currency' | 'asOf'>

/**
 * The totals of a report alone, of however many rows.
 * @throws Refusal `bad_query`, `not_known_yet`; `forbidden` where no measure is left.
 */
export async function reportTotalOf(
  of: ReportOf,
  asked: Pick<ReportQuery, 'q' | 'asOf' | 'measures'>,
  call: RequestContext,
): Promise<ReportTotal> {
  const { q, asOf, measures } = asked // what rows would be by is none of a total's
  const { rows, where, columns, read, through } = await readingOf(of, { q, asOf, measures }, call)
  const [stored] = await rowsOf<Record<string, number | null>>(
    call.tx,
    sql`select ${sql.join([...columns], sql`, `)} from ${pruneJoins(rows.source, where, ...columns)} where ${where}`,
  )
  return { total: read(stored!), currency: countries[call.app.clock.country].currency, asOf: through }
}

type StoredReportRow = { value: string | null; label: string | null; total: number } & Record<string, never>

/**
 * A report: the rows of a listing that somebody reaches by the page of the report, put together by a field.
 * Measures that ask for a right which the caller lacks are left out.
 * @throws Refusal `bad_query`, `not_known_yet`; `forbidden` where no measure is left; `range_too_long` for more rows than one looks at.
 */
export async function reportOf(of: ReportOf, asked: ReportQuery, call: RequestContext): Promise<ReportAnswer> {
  const { by, grain } = asked
  const { country } = call.app.clock
  const { rows, where, columns, read, through } = await readingOf(of, asked, call)
  const { source, context, weight } = rows
  const field = of.listing.fields.find(({ name }) => name === by)!
  const { value, label } = valueAt(context.mappings[by]!, field, { grain, country })
  const count = weight ? sql`sum(${weight})` : sql`count(*)`
  // what it is by stands in the statement once: with parameters in it, each of two would be another to the database
  const statement = sql`select told.value::text as value, min(told.label::text) as label, grouping(told.value) as total,
        ${sql.join([...columns], sql`, `)}
      from ${pruneJoins(source, where, value, label, ...columns)}
        cross join lateral (select ${value} as value, ${label} as label) told where ${where}
      group by grouping sets ((told.value), ()) ${weight ? sql`having sum(${weight}) <> 0 or grouping(told.value) = 1` : sql``}
      order by total, ${isTime(field) ? sql`1 desc` : sql`${count} desc, 1`}
      limit ${rowsMax + 2}`
  const stored = await rowsOf<StoredReportRow>(call.tx, statement)
  if (stored.length > rowsMax + 1) throw new Refusal('range_too_long', { max: rowsMax })
  return {
    rows: stored
      .filter(({ total }) => total === 0)
      .map((row) => ({ value: row.value, label: row.label ?? '', cells: read(row) })),
    total: read(stored.find(({ total }) => total === 1) ?? {}),
    currency: countries[country].currency,
    asOf: through,
  }
}
