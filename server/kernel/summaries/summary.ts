import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A part of what is summed: the rows of one table, as the union of all parts has them. */
export interface SummaryPart {
  /** The table that it reads. */
  readonly table: PgTable
  /** Its rows, in the columns of the union. */
  readonly select: SQL
}

/** A table by whose rows those of others are put together: where one of them changes, they go elsewhere. */
export interface JoinedTable {
  readonly table: PgTable
  /** Those of a row of it, which stands in the place of the table. */
  readonly where: SQL
}

/**
 * Summary table: rows counted and summed by day and by everything that reports put together by. Triggers on what is summed
 * add what each statement has changed in the transaction that changes it, so that it is never behind; how often a row of it
 * stands for is its `rows`, less than none where something was taken back.
 */
export interface Summary {
  readonly table: PgTable
  /** Column of it that says how many rows each of its own stands for. */
  readonly rows: Column
  readonly parts: readonly SummaryPart[]
  readonly beside: readonly JoinedTable[]
  /** What is read from, for a part or for the union of several. */
  readonly from: (rows: SQL) => SQL
  /** What rows are put together by: columns of the summary table, and where their values come from. */
  readonly by: readonly (readonly [Column, SQL | Column])[]
  /** What is added up. */
  readonly sums: readonly (readonly [Column, SQL | Column])[]
}

/** The rows of several parts. */
export const unionOf = (parts: readonly Pick<SummaryPart, 'select'>[]): SQL =>
  sql`(${sql.join(
    parts.map(({ select }) => select),
    sql` union all `,
  )})`

/** Less than nothing, nothing, or more: all that an amount can be compared by once it is summed. */
export const signOf = (minor: SQL | Column): SQL => sql`sign(${minor})::smallint`

/** Everything that a row of a summary has, in its order. */
const listed = ({ rows, by, sums }: Summary): readonly Column[] => [
  ...by.map(([column]) => column),
  rows,
  ...sums.map(([column]) => column),
]

const named = (columns: readonly Column[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )

/** Rows of a summary, put together by their first columns. */
function together(
  { by }: Summary,
  { values, from, having = sql`` }: { readonly values: readonly SQL[]; readonly from: SQL; readonly having?: SQL },
): SQL {
  const places = by.map((_, i) => sql.raw(String(i + 1)))
  return sql`select ${sql.join([...values], sql`, `)} from ${from} group by ${sql.join(places, sql`, `)} ${having}`
}

interface Counted {
  /** -1: taken back. */
  readonly sign?: 1 | -1
  /** Only these. */
  readonly where?: SQL
}

/** Counts and sums the rows of some parts. */
function counted(summary: Summary, parts: readonly SummaryPart[], { sign = 1, where = sql`true` }: Counted = {}): SQL {
  const signed = (value: SQL) => (sign === 1 ? value : sql`-${value}`)
  const values = [
    ...summary.by.map(([, value]) => sql`${value}`),
    signed(sql`count(*)`),
    ...summary.sums.map(([, value]) => signed(sql`sum(${value})`)),
  ]
  return together(summary, { values, from: sql`${summary.from(unionOf(parts))} where ${where}` })
}

/** Puts rows of a summary together. */
function compacted(summary: Summary, from: SQL): SQL {
  const { rows, by, sums } = summary
  const added = (column: Column) => sql`sum(${sql.identifier(column.name)})`
  const values = [
    ...by.map(([{ name }]) => sql`${sql.identifier(name)}`),
    added(rows),
    ...sums.map(([one]) => added(one)),
  ]
  return together(summary, { values, from, having: sql`having ${added(rows)} <> 0` })
}

/** What adds the rows of some parts to a summary. */
export const addition = (summary: Summary, parts: readonly SummaryPart[], of: Counted = {}): SQL =>
  sql`insert into ${summary.table} (${named(listed(summary))}) ${counted(summary, parts, of)}`

/** Counts and sums everything anew. One statement, so that what is written meanwhile is counted once all the same. */
export const rebuilding = (summary: Summary): SQL =>
  sql`with earlier as (delete from ${summary.table}) ${addition(summary, summary.parts)}`

/** Puts what was added by single statements together, in the days where something stands twice. */
export function compaction(summary: Summary): SQL {
  const { table, by } = summary
  const [at] = by[0]!
  const all = named(by.map(([column]) => column))
  const untidy = sql`select ${at} from ${table} group by ${all} having count(*) > 1`
  return sql`with taken as (delete from ${table} where ${at} in (${untidy}) returning *)
    insert into ${table} (${named(listed(summary))}) ${compacted(summary, sql`taken`)}`
}

/** What a summary has and should not, or should have and has not: nothing. */
export function difference(summary: Summary): SQL {
  const [kept, fresh] = [compacted(summary, sql`${summary.table}`), counted(summary, summary.parts)]
  return sql`(${kept} except all ${fresh}) union all (${fresh} except all ${kept})`
}
