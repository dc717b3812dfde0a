import { type SQL, sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import { type Cells, type Grain, isTime } from '#contract/kernel/report.ts'
import type { Currency, LocalDate } from '#contract/kernel/values.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import { type ColumnMapping, isRef } from './column-mapping.ts'
import { compareBy } from './compile-filter.ts'
import { pruneJoins } from './prune-joins.ts'
import { type ReportOf, type ReportReading, readingsOf } from './report-reading.ts'

/** Most rows of one report: three years of days. */
const rowsMax = 1_200

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

type ReportTotal = Pick<ReportAnswer, 'total' | 'currency' | 'asOf'>

/** The totals of what is read together, in one row. */
const totalOf = ({ rows: { source }, where, columns }: ReportReading): SQL =>
  sql`(select ${sql.join([...columns], sql`, `)} from ${pruneJoins(source, where, ...columns)} where ${where})`

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
  const { readings, read, through } = await readingsOf(of, { q, asOf, measures }, call)
  const parts = readings
    .filter(({ columns }) => columns.length > 0)
    .map((reading, i) => sql`${totalOf(reading)} ${sql.identifier(`part${i}`)}`)
  const statement = sql`select * from ${sql.join(parts, sql` cross join `)}`
  const [stored] = await rowsOf<Record<string, number | null>>(call.tx, statement)
  return { total: read(stored!), currency: countries[call.app.clock.country].currency, asOf: through }
}

type StoredReportRow = { value: string | null; label: string | null; total: number } & Record<string, never>

/** What rows of a report are by. */
interface RowsBy {
  readonly by: string
  readonly field: Field
  readonly grain: Grain
  readonly country: Country
}

/** The rows of what is read together, and one of all of them: how many each is of, and its columns. */
function rowsOfReading({ rows, where, columns }: ReportReading, { by, field, ...told }: RowsBy): SQL {
  const { source, context, weight } = rows
  const { value, label } = valueAt(context.mappings[by]!, field, told)
  const count = weight ? sql`sum(${weight})` : sql`count(*)`
  // what it is by stands in the statement once: with parameters in it, each of two would be another to the database
  return sql`select ${sql.join(
    [
      ...[sql`told.value::text as value`, sql`min(told.label::text) as label`],
      ...[sql`grouping(told.value) as total`, sql`${count} as count`, ...columns],
    ],
    sql`, `,
  )}
    from ${pruneJoins(source, where, value, label, ...columns)}
      cross join lateral (select ${value} as value, ${label} as label) told where ${where}
    group by grouping sets ((told.value), ()) ${weight ? sql`having sum(${weight}) <> 0 or grouping(told.value) = 1` : sql``}`
}

/** Rows that are read beside others, joined to those of the same value: it is none where others may have an empty one. */
const besides = (rows: SQL, i: number): SQL => {
  const part = sql.identifier(`part${i + 1}`)
  return sql`left join (${rows}) ${part} on ${part}.total = part0.total
    and coalesce(${part}.value, '') = coalesce(part0.value, '') and (${part}.value is null) = (part0.value is null)`
}

/**
 * A report: the rows of a listing that somebody reaches by the page of the report, put together by a field.
 * Measures that ask for a right which the caller lacks are left out.
 * @throws Refusal `bad_query`, `not_known_yet`; `forbidden` where no measure is left; `range_too_long` for more rows than one looks at.
 */
export async function reportOf(of: ReportOf, asked: ReportQuery, call: RequestContext): Promise<ReportAnswer> {
  const { by, grain } = asked
  const { country } = call.app.clock
  const { readings, read, through } = await readingsOf(of, asked, call)
  const field = of.listing.fields.find(({ name }) => name === by)!
  const [main, ...beside] = readings.map((reading) => rowsOfReading(reading, { by, field, grain, country }))
  const places = [...beside.map((_, i) => sql.identifier(`part${i + 1}`)), sql.identifier('part0')]
  // of columns that have one name the last is read: those of all rows
  const statement = sql`select ${sql.join(
    places.map((part) => sql`${part}.*`),
    sql`, `,
  )}
    from (${main}) part0 ${sql.join(beside.map(besides), sql` `)}
    order by part0.total, ${isTime(field) ? sql`part0.value desc` : sql`part0.count desc, part0.value`}
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
