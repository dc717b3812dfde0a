import { type Column, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Country } from '#contract/kernel/calendar.ts'
import type { Scope } from '#contract/kernel/grants.ts'
import type { Subject } from '#contract/kernel/subject.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Services } from '#server/kernel/base/services.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { Summary, SummaryPart } from '#server/kernel/summaries/summary.ts'
import type { ColumnMappings, ReadContext } from './column-mapping.ts'

/** Where the rows of a listing or a subject come from. */
export interface Source<Row = Record<string, unknown>> {
  /** The table whose rows these are: it has the id, the version and who changed it last, and is what gets locked. */
  readonly table: PgTable & { readonly id: Column }
  /** `table`, and what is joined to it. */
  readonly from: SQL
  /** The same for exports, which read most of it: what `from` adds up for one row after the other is added up once for all. */
  readonly fromForScan?: SQL
  /** The tables whose rows it puts together, where it does: a page of it is read from the beginning of each. */
  readonly union?: UnionSource
  /** Where its rows are counted and summed already, for reports that ask for no more than that. */
  readonly summary?: SummarySource<Row>
  /** Fields of moments in the order in which they come: of no row is one before another that stands in front of it, by a day or more. */
  readonly chronology?: readonly (keyof Row & string)[]
  /** What belongs to it at all, of everything that is stored there. */
  readonly where?: SQL
  /** What rows that were in it become: still told to whoever saw them there. */
  readonly formerWhere?: SQL
  readonly columns: (readContext: ReadContext) => ColumnMappings<Row>
  /** Beside any scope: which of the rows somebody may see by rights that each row asks for. */
  readonly visible?: (actor: Actor) => SQL
  /** Whose rows they are, per scope. What is not named here is nobody's. */
  readonly scope: { readonly [S in Exclude<Scope, 'all'>]?: (actor: Actor) => SQL }
  /** Rows that their last change has taken from somebody: they hear that those changed, and see them no more. */
  readonly takenFrom?: (actor: Actor) => SQL
}

const anybody = () => sql`true`

/** Scope of rows that belong to nobody in particular: within whatever scope, all of them. */
export const unscoped = {
  department: anybody,
  agency: anybody,
  group: anybody,
  own: anybody,
} as const satisfies Source['scope']

/** A summary table, read as the source that it sums: it has some of its fields, and adds up some of its amounts. */
export interface SummarySource<Row = Record<string, unknown>> extends Pick<Source, 'from' | 'scope' | 'visible'> {
  readonly of: (country: Country) => Summary
  /** The line of the reports that it has all rows of, where it has not all rows of the source. */
  readonly about?: string
  readonly columns: (readContext: ReadContext) => Partial<ColumnMappings<Row>>
}

/** UNION ALL: rows of several tables, each in the columns of one. */
interface UnionSource {
  readonly parts: readonly Pick<SummaryPart, 'select'>[]
  /** What rows of it are read from: they, and what is joined to them. */
  readonly from: (rows: SQL) => SQL
}

/** Whose eyes rows are read with. */
export interface AccessScope {
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  readonly app: Pick<Services, 'clock' | 'secrets'>
  /** In whose words, where a field is said in words. */
  readonly t?: Translate
}

/** The condition that keeps rows within reach. No scope reaches nothing. */
export function withinScope(
  source: Pick<Source, 'visible' | 'scope'>,
  { actor, scopes }: Pick<AccessScope, 'actor' | 'scopes'> & Partial<AccessScope>,
): SQL {
  const visible = source.visible?.(actor)
  if (scopes.includes('all')) return visible ?? sql`true`
  const conditions = scopes.flatMap((scope) => (scope === 'all' ? [] : (source.scope[scope]?.(actor) ?? [])))
  if (conditions.length === 0) return sql`false`
  const within = sql`(${sql.join(conditions, sql` or `)})`
  return visible ? sql`(${within} and ${visible})` : within
}

/** What of a source says which rows somebody reaches. */
export type RowsWithinScope = Pick<Source, 'table' | 'from' | 'scope' | 'visible'>

/** The condition that the row with an id, of a query that does not read the source itself, is within reach. */
export function idWithinScope(source: RowsWithinScope, id: SQL, access: Parameters<typeof withinScope>[1]): SQL {
  const within = withinScope(source, access)
  if (access.scopes.includes('all') && !source.visible) return within
  return sql`exists (select from ${source.from} where ${source.table.id} = ${id} and ${within})`
}

/** Digits that a row number may have, so that the database can compare it. */
const rowNumber = /^\d{1,15}$/

/** The condition that a row has one of these ids. What is no number is no id of numbered rows. */
export function hasId({ table }: Pick<Source, 'table'>, ids: readonly string[]): SQL {
  const possible = table.id.dataType === 'number' ? ids.filter((id) => rowNumber.test(id)) : ids
  if (possible.length === 0) return sql`false`
  return sql`${table.id} in (${sql.join(
    possible.map((id) => sql`${id}`),
    sql`, `,
  )})`
}

/** Row source of a subject: a kind of row, and where it is found. */
export interface RowSource {
  readonly subject: Subject
  readonly source: Source
}

/** Row source: says where the rows of `subject` are found; the compiler holds the source to its fields, and it may have more. */
export const rowSource = <S extends Subject, Row extends z.output<S['row']>>(
  subject: S,
  source: Source<Row>,
): RowSource => ({
  subject,
  // who looks a row up by its subject's name no longer knows which fields it has
  source: source as unknown as Source,
})
