import { Column, is, SQL, sql } from 'drizzle-orm'
import { getTableConfig, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { Condition, Query } from '#contract/kernel/query/tree.ts'
import { termsIn } from '#contract/kernel/query/tree.ts'
import type { Compiling } from './compile.ts'
import { type Database, type Db, rowsOf } from './database.ts'
import { type Context, Refusal } from './implement.ts'
import { isAmount, isDecided, isHidden, isPlain, isRef, isSince, type Place, type Say, type Source } from './source.ts'

/** Lists of more rows than this are read through their indexes only. */
export const largeFrom = 2_000_000

/** The columns that a piece of SQL names. */
const columnsIn = (piece: unknown): Column[] => {
  if (is(piece, Column)) return [piece]
  if (is(piece, SQL)) return piece.queryChunks.flatMap(columnsIn)
  return Array.isArray(piece) ? piece.flatMap(columnsIn) : []
}

/** What a field is found by; some of several will do. */
function foundBy(place: Place): readonly Column[] {
  if (isAmount(place)) return columnsIn(place.minor)
  if (isRef(place)) return columnsIn(place.id)
  if (isHidden(place)) return columnsIn(place.blindIndex)
  if (isSince(place)) return columnsIn(place.since)
  if (isDecided(place)) return place.decided.flatMap(([, condition]) => columnsIn(condition))
  return isPlain(place) && is(place, Column) ? [place] : []
}

const dialect = new PgDialect()
/** A condition as text, its columns without their table. */
const written = (condition: SQL | undefined): string =>
  condition ? dialect.sqlToQuery(condition).sql.replace(/"\w+"\."(\w+)"/g, '$1') : ''

const conjuncts = (condition: SQL | undefined): readonly string[] => written(condition).split(' and ')
/** Whether everything that says which rows are in an index is among what belongs to a list. */
function isAmong(one: SQL, where: SQL | undefined): boolean {
  const belonging = conjuncts(where)
  return conjuncts(one).every((part) => belonging.includes(part))
}

/**
 * The names of the columns that indexes of `table` find rows by: those they begin with, and those that say which rows are in
 * them. `where`: what belongs to the list; it has one value, or few, of the columns in it.
 */
function finding(table: PgTable, where: SQL | undefined): ReadonlySet<string> {
  const fixed = new Set(columnsIn(where).map(({ name }) => name))
  const { indexes, columns, primaryKeys, uniqueConstraints } = getTableConfig(table)
  // an index is over columns, or over expressions of some
  const names = (of: readonly unknown[]) =>
    of.map((one) => (is(one, SQL) ? columnsIn(one)[0]?.name : (one as { name?: string }).name) ?? '')
  const all = [
    ...indexes
      .filter(({ config }) => !config.where || isAmong(config.where, where))
      .map(({ config }) => names(config.columns)),
    ...primaryKeys.map((key) => names(key.columns)),
    ...uniqueConstraints.map((key) => names(key.columns)),
    ...columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => [name]),
  ]
  const begun = all.flatMap((index) => index.slice(0, index.findIndex((name) => !fixed.has(name)) + 1))
  const words = new Set(indexes.flatMap(({ config }) => written(config.where).split(/\W+/)))
  const said = columns.map(({ name }) => name).filter((name) => words.has(name))
  return new Set([...begun, ...said])
}

type Fields = ReadonlySet<string>
/** What listings are found by, worked out once: it follows from their tables. */
const kept = new WeakMap<Compiling['listing'], Fields>()

/** The fields of a listing that an index finds. */
export function indexedFields({ listing, source, places }: Pick<Compiling, 'listing' | 'source' | 'places'>): Fields {
  const known = kept.get(listing)
  if (known) return known
  const isIndexed = (column: Column): boolean => finding(column.table as PgTable, source.where).has(column.name) // a table
  const names = listing.fields.map(({ name }) => name)
  const indexed = new Set(names.filter((name) => foundBy(places[name]!).some(isIndexed)))
  kept.set(listing, indexed)
  return indexed
}

/** Whether a condition leaves few rows to look at, found by an index. */
function narrows(condition: Condition, indexed: Fields, search: readonly string[]): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.of.some((part) => narrows(part, indexed, search))
    case 'or':
      return condition.of.every((part) => narrows(part, indexed, search))
    case 'not':
      return false
    case 'word':
      return search.every((name) => indexed.has(name))
    default:
      return indexed.has(condition.field)
  }
}

/** The field that only reading the whole list could serve; null where an index serves the query. */
export function unserved({ where, sort }: Query, indexed: Fields, search: readonly string[]) {
  if (where && narrows(where, indexed, search)) return null
  const asked = termsIn(where).flatMap((term) => (term.kind === 'word' ? search : [term.field]))
  const filter = asked.find((field) => !indexed.has(field))
  if (filter !== undefined) return { fault: 'too_large_to_filter', field: filter } as const
  const [first] = sort
  return first && !indexed.has(first.field) ? ({ fault: 'too_large_to_sort', field: first.field } as const) : null
}

/** What the database reckons the rows of a list by: the index that holds just those, else the table. */
function reckoned({ table, where }: Source): string {
  const { name, indexes } = getTableConfig(table)
  const index = where && indexes.find(({ config }) => config.where && isAmong(config.where, where))
  return index?.config.name ?? name
}

/** About how many rows lists had when that was asked last, by what they are reckoned by. */
const sizes = new WeakMap<Database, Map<string, { readonly at: number; readonly rows: number }>>()
const keptMs = 10 * 60_000

/** About how many rows a list has in all, as the database reckons; less than none where it does not know yet. */
export async function sizeOf(source: Source, tx: Db, database: Database): Promise<number> {
  const known = sizes.get(database) ?? new Map<string, { at: number; rows: number }>()
  sizes.set(database, known)
  const name = reckoned(source)
  const kept = known.get(name)
  if (kept && Date.now() - kept.at < keptMs) return kept.rows
  const [row] = await rowsOf<{ rows: number }>(
    tx,
    sql`select reltuples::bigint as rows from pg_class where oid = ${name}::regclass`,
  )
  const rows = Number(row!.rows)
  // a large list stays large; any other may be filled at any time
  if (rows > largeFrom) known.set(name, { at: Date.now(), rows })
  return rows
}

/** That a list is too large, in the words of whoever reads; `may`: the fields of which those with an index would do. */
function tooLarge(
  { fault, field }: { readonly fault: string; readonly field: string },
  may: readonly string[],
  context: Compiling,
  say: Say,
): Refusal {
  const { id } = context.listing
  const said = (name: string) => say(`${id.slice(0, id.indexOf('.'))}.${name}`)
  const indexed = indexedFields(context)
  const expected = may.filter((name) => indexed.has(name)).map(said)
  return new Refusal(fault, { field: said(field), expected: expected.join(', ') })
}

/**
 * Sees to it that a large list is read through its indexes.
 * @throws Refusal `too_large_to_filter`, `too_large_to_sort`, naming the field and those that would do.
 */
export async function mustBeServed(
  query: Query,
  context: Compiling,
  { tx, ground, say = (key) => key }: Pick<Context, 'tx' | 'ground'> & { readonly say?: Say | undefined },
): Promise<void> {
  const { listing, source } = context
  if (!query.where && query.sort.length === 0) return
  const indexed = indexedFields(context)
  const found = unserved(query, indexed, listing.search)
  if (!found || (await sizeOf(source, tx, ground.database)) <= largeFrom) return
  const may = found.fault === 'too_large_to_sort' ? listing.sort : listing.filter
  throw tooLarge(found, may, context, say)
}

/**
 * Sees to it that the values of a field are counted in a large list only where an index holds them, or finds the rows.
 * @throws Refusal `too_large_to_count`, naming the field and what the list may be filtered by first.
 */
export async function mustBeCounted(
  field: string,
  { query: { where }, context }: { readonly query: Query; readonly context: Compiling },
  { tx, ground, say }: Pick<Context, 'tx' | 'ground' | 'say'>,
): Promise<void> {
  const { listing, source, places } = context
  const indexed = indexedFields(context)
  const held = indexed.has(field) && !isDecided(places[field]!)
  if (held || (where && narrows(where, indexed, listing.search))) return
  if ((await sizeOf(source, tx, ground.database)) <= largeFrom) return
  throw tooLarge({ fault: 'too_large_to_count', field }, listing.filter, context, say)
}
