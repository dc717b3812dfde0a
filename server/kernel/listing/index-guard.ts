import { Column, is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { type Condition, type Query, termsIn } from '#contract/kernel/query/tree.ts'
import { type Database, type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { RequestContext } from '#server/kernel/base/request-context.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import { registerCache } from './caches.ts'
import { type ColumnMapping, isAmount, isCaseWhen, isElapsed, isEncrypted, isPlain, isRef } from './column-mapping.ts'
import type { FilterContext } from './compile-filter.ts'
import type { Source } from './source.ts'

/** Lists of more rows than this are read through their indexes only. */
export const largeFrom = 2_000_000

/** The columns that a piece of SQL names. */
const columnsIn = (piece: unknown): Column[] => {
  if (is(piece, Column)) return [piece]
  if (is(piece, SQL)) return piece.queryChunks.flatMap(columnsIn)
  return Array.isArray(piece) ? piece.flatMap(columnsIn) : []
}

/** What a field is found by; some of several will do. */
export function lookupColumns(mapping: ColumnMapping): readonly Column[] {
  if (isAmount(mapping)) return columnsIn(mapping.minor)
  if (isRef(mapping)) return columnsIn(mapping.id)
  if (isEncrypted(mapping)) return columnsIn(mapping.blindIndex)
  if (isElapsed(mapping)) return columnsIn(mapping.since)
  if (isCaseWhen(mapping)) return mapping.caseWhen.flatMap(([, condition]) => columnsIn(condition))
  return isPlain(mapping) && is(mapping, Column) ? [mapping] : []
}

const dialect = new PgDialect()
/** A condition as text, its columns without their table. */
const textOf = (condition: SQL | undefined): string =>
  condition ? dialect.sqlToQuery(condition).sql.replace(/"\w+"\."(\w+)"/g, '$1') : ''

const conjuncts = (condition: SQL | undefined): readonly string[] => textOf(condition).split(' and ')
/** Whether everything that says which rows are in an index is among what belongs to a list. */
function isImplied(one: SQL, where: SQL | undefined): boolean {
  const belonging = conjuncts(where)
  return conjuncts(one).every((part) => belonging.includes(part))
}

/**
 * The names of the columns that indexes of `table` find rows by: those they begin with, and those that say which rows are in
 * them. `where`: what belongs to the list; it has one value, or few, of the columns in it.
 */
function searchableColumns(table: PgTable, where: SQL | undefined): ReadonlySet<string> {
  const fixed = new Set(columnsIn(where).map(({ name }) => name))
  const { indexes, columns, primaryKeys, uniqueConstraints } = getTableConfig(table)
  // an index is over columns, or over expressions of some
  const names = (of: readonly unknown[]) =>
    of.map((one) => (is(one, SQL) ? columnsIn(one)[0]?.name : (one as { name?: string }).name) ?? '')
  const all = [
    ...indexes
      .filter(({ config }) => !config.where || isImplied(config.where, where))
      .map(({ config }) => names(config.columns)),
    ...primaryKeys.map((key) => names(key.columns)),
    ...uniqueConstraints.map((key) => names(key.columns)),
    ...columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => [name]),
  ]
  const begun = all.flatMap((index) => index.slice(0, index.findIndex((name) => !fixed.has(name)) + 1))
  const translations = new Set(indexes.flatMap(({ config }) => textOf(config.where).split(/\W+/)))
  const said = columns.map(({ name }) => name).filter((name) => translations.has(name))
  return new Set([...begun, ...said])
}

type Fields = ReadonlySet<string>
/** What listings are found by, worked out once: it follows from their tables. */
const indexedFieldsCache = new WeakMap<FilterContext['listing'], Fields>()

/** The fields of a listing that an index finds. */
export function indexedFields({
  listing,
  source,
  mappings,
}: Pick<FilterContext, 'listing' | 'source' | 'mappings'>): Fields {
  const known = indexedFieldsCache.get(listing)
  if (known) return known
  const isIndexed = (column: Column): boolean =>
    searchableColumns(column.table as PgTable, source.where).has(column.name) // a table
  const names = listing.fields.map(({ name }) => name)
  const indexed = new Set(names.filter((name) => lookupColumns(mappings[name]!).some(isIndexed)))
  indexedFieldsCache.set(listing, indexed)
  return indexed
}

/** Whether a condition leaves few rows to look at, found by an index. */
function isSelective(condition: Condition, indexed: Fields, search: readonly string[]): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.of.some((part) => isSelective(part, indexed, search))
    case 'or':
      return condition.of.every((part) => isSelective(part, indexed, search))
    case 'not':
      return false
    case 'word':
      return search.every((name) => indexed.has(name))
    default:
      return indexed.has(condition.field)
  }
}

/** The field that only reading the whole list could serve; null where an index serves the query. */
export function unindexedField({ where, sort }: Query, indexed: Fields, search: readonly string[]) {
  if (where && isSelective(where, indexed, search)) return null
  const asked = termsIn(where).flatMap((term) => (term.kind === 'word' ? search : [term.field]))
  const filter = asked.find((field) => !indexed.has(field))
  if (filter !== undefined) return { fault: 'too_large_to_filter', field: filter } as const
  const [first] = sort
  return first && !indexed.has(first.field) ? ({ fault: 'too_large_to_sort', field: first.field } as const) : null
}

/** What the database reckons the rows of a list by: the index that holds just those, else the table. */
function sizedBy({ table, where }: Source): string {
  const { name, indexes } = getTableConfig(table)
  const index = where && indexes.find(({ config }) => config.where && isImplied(config.where, where))
  return index?.config.name ?? name
}

/** About how many rows lists had when that was asked last, by what they are reckoned by. */
const sizes = new WeakMap<Database, Map<string, { readonly at: number; readonly rows: number }>>()
registerCache((database) => sizes.delete(database))
const keptMs = 10 * 60_000

/** About how many rows a list has in all, as the database reckons; less than none where it does not know yet. */
export async function estimatedRows(source: Source, tx: Db, database: Database): Promise<number> {
  const known = sizes.get(database) ?? new Map<string, { at: number; rows: number }>()
  sizes.set(database, known)
  const name = sizedBy(source)
  const kept = known.get(name)
  if (kept && Date.now() - kept.at < keptMs) return kept.rows
  const [row] = await rowsOf<{ rows: number }>(
    tx,
    sql`select reltuples::bigint as rows from pg_class where oid = to_regclass(${name})`,
  )
  // a union of tables is none itself: its lists begin with a period
  const rows = Number(row?.rows ?? 0)
  // a large list stays large; any other may be filled at any time
  if (rows > largeFrom) known.set(name, { at: Date.now(), rows })
  return rows
}

const filterNames = ({ reader }: FilterContext) => reader.fields.map(({ name }) => name)

/** That a list is too large, in the words of whoever reads; `may`: the fields of which those with an index would do. */
function tooLarge(
  { fault, field }: { readonly fault: string; readonly field: string },
  served: readonly string[],
  context: FilterContext,
  t: Translate,
): Refusal {
  const { id } = context.listing
  const said = (name: string) => t(`${id.slice(0, id.indexOf('.'))}.${name}`)
  const indexed = indexedFields(context)
  const expected = served.filter((name) => indexed.has(name)).map(said)
  return new Refusal(fault, { field: said(field), expected: expected.join(', ') })
}

/**
 * Sees to it that a large list is read through its indexes.
 * @throws Refusal `too_large_to_filter`, `too_large_to_sort`, naming the field and those that would do.
 */
export async function mustUseIndex(
  query: Query,
  context: FilterContext,
  { tx, app, t = (key) => key }: Pick<RequestContext, 'tx' | 'app'> & { readonly t?: Translate | undefined },
): Promise<void> {
  const { reader, source } = context
  if (!query.where && query.sort.length === 0) return
  const indexed = indexedFields(context)
  const found = unindexedField(query, indexed, reader.searchable)
  if (!found || (await estimatedRows(source, tx, app.database)) <= largeFrom) return
  throw tooLarge(found, found.fault === 'too_large_to_sort' ? reader.sortable : filterNames(context), context, t)
}

/**
 * Index guard of facets: sees to it that the values of a field are counted in a large list only where an index holds them, or finds the rows.
 * @throws Refusal `too_large_to_count`, naming the field and what the list may be filtered by first.
 */
export async function mustCountByIndex(
  field: string,
  { query: { where }, context }: { readonly query: Query; readonly context: FilterContext },
  { tx, app, t }: Pick<RequestContext, 'tx' | 'app' | 't'>,
): Promise<void> {
  const { reader, source, mappings } = context
  const indexed = indexedFields(context)
  const held = indexed.has(field) && !isCaseWhen(mappings[field]!)
  if (held || (where && isSelective(where, indexed, reader.searchable))) return
  if ((await estimatedRows(source, tx, app.database)) <= largeFrom) return
  throw tooLarge({ fault: 'too_large_to_count', field }, filterNames(context), context, t)
}
