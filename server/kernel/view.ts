import { Column, is, type SQL, sql } from 'drizzle-orm'
import { countries } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import type { Query } from '#contract/kernel/query/tree.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { type Compiling, compareBy, compile } from './compile.ts'
import { type Db, rowsOf } from './database.ts'
import { type Context, Refusal } from './implement.ts'
import { mustBeServed } from './indexed.ts'
import { narrowed } from './narrow.ts'
import { opened } from './sealed.ts'
import { behind, type Key, keyColumns, keyOf, orderBy, partsOf } from './seek.ts'
import { type Moment, momentOf, type Place, readingOf, type Source, withinReach } from './source.ts'

type Stored = Record<string, unknown>

/** A listing as one person sees it through one filter at one moment. */
export interface View {
  readonly query: Query
  readonly asOf: Instant
  readonly context: Compiling
  readonly where: SQL
  /** The same whenever a row came to be. */
  readonly always: SQL
  /**
   * The same as `where`, for whoever reads nothing but an order: what came later is left out by its id, which every index
   * of an order holds. To ask each row when it came would take reading the row.
   */
  readonly inOrder: SQL
  readonly moment: Moment
}

/** What somebody looks at in a listing: a filter line, and a moment. */
export interface Looking {
  readonly q: string
  readonly asOf?: Instant | undefined
  readonly left?: boolean | undefined
}

/** Reads a filter line as this listing understands it. */
async function understood(
  q: string,
  listing: Listing,
  tx: Db,
  { actor, ground }: Pick<Context, 'actor' | 'ground'>,
): Promise<Query> {
  const reader = {
    fields: listing.fields.filter(({ name }) => listing.filter.includes(name)),
    sortable: listing.sort,
    searchable: listing.search,
    currency: countries[ground.clock.country].currency,
  }
  const { query, problems } = parse(q, reader)
  const [problem] = problems
  if (problem) {
    const { got = '', field = '', expected = [] } = problem.values
    throw new Refusal('bad_query', {
      problem: problem.code,
      got,
      field,
      expected: expected.join(', '),
      at: problem.from,
    })
  }
  return opened(tx, query, actor, ground.secrets)
}

const belonging = ({ where = sql`true`, left }: Source, alsoLeft: boolean): SQL =>
  alsoLeft && left ? sql`(${where} or ${left})` : where

/** Only rows that came before a moment, by the ids of the few that came later. A moment that may be missing is asked itself. */
function cameBefore(asOf: Instant, { table }: Source, created: Place): SQL | null {
  if (!is(created, Column) || created.table !== table || !created.notNull) return null
  return sql`${table.id} not in (select ${table.id} from ${table} where ${created} > ${asOf})`
}

/** Looks at `listing` with the eyes of the caller. */
export async function viewOf(
  listing: Listing,
  source: Source,
  looking: Looking,
  call: Pick<Context, 'actor' | 'tx' | 'now' | 'ground'> & Partial<Pick<Context, 'say'>>,
): Promise<View> {
  const { actor, tx, now, ground, say } = call
  const query = await understood(looking.q, listing, tx, call)
  const reach = { actor, scopes: actor.scopesOf(listing.may), ground }
  const moment = momentOf(ground, now, say)
  const places = source.at(moment)
  const context = { listing, source, places, reach }
  await mustBeServed(query, context, call)
  // the contract's moments are what toISOString writes
  const asOf = looking.asOf ?? (now.toISOString() as Instant)
  const always = sql.join(
    [withinReach(source, reach), belonging(source, looking.left ?? false), compile(query.where, context)],
    sql` and `,
  )
  // what has left may have lost even the moment it came
  const created = places[listing.created]!
  const where = looking.left ? always : sql`${compareBy(created)} <= ${asOf} and ${always}`
  const [first] = query.sort
  const byTime = (first?.field ?? listing.order.replace('-', '')) === listing.created
  const before = looking.left || byTime ? null : cameBefore(asOf, source, created)
  return { query, asOf, context, where, always, moment, inOrder: before ? sql`${before} and ${always}` : where }
}

/** Where rows are read from on, and which of their fields: without them, all. */
interface Start {
  readonly key?: Key | null
  readonly offset?: number
  readonly fields?: readonly Field[]
}

/** Some rows of a view, with the key of the last one. */
export interface Portion {
  readonly rows: Stored[]
  readonly key: Key | null
}

/** What reads the rows of a view in its order, each with its key, and what is made of those that come back. */
export function reading(view: View, start: Start = {}) {
  const { listing, source, places } = view.context
  const parts = partsOf(view.query, view.context)
  const { columns, row } = readingOf(places, start.fields ?? listing.fields, view.moment)
  const where = start.key ? sql`${behind(parts, start.key)} and ${view.where}` : view.where
  const [keys, order] = [keyColumns(parts), orderBy(parts)]
  // a page shows nearly all of a row: what it is joined to is needed anyway
  const from = start.fields ? narrowed(source, columns, keys, where, order) : source.from
  return {
    statement: sql`select ${columns}, ${keys} from ${from} where ${where} order by ${order}`,
    portion(stored: readonly Stored[]): Portion {
      const last = stored.at(-1)
      return { rows: stored.map(row), key: last ? keyOf(last, parts) : null }
    },
  }
}

/** Some rows of a view, in its order: behind a key, or from an offset. */
export async function rowsFrom(tx: Db, view: View, size: number, start: Start = {}): Promise<Portion> {
  const { statement, portion } = reading(view, start)
  const offset = start.offset ? sql`offset ${start.offset}` : sql``
  return portion(await rowsOf<Stored>(tx, sql`${statement} limit ${size} ${offset}`))
}

/** The rows whose ids a query answers, in the order of the view. They were found in it: whether they match is not asked again. */
export async function rowsOfIds(tx: Db, { context, query, moment }: View, ids: SQL): Promise<Stored[]> {
  const { listing, source, places } = context
  const { columns, row } = readingOf(places, listing.fields, moment)
  const order = orderBy(partsOf(query, context))
  const found = await rowsOf<Stored>(
    tx,
    sql`select ${columns} from ${source.from} where ${source.table.id} = any(array(${ids})) order by ${order}`,
  )
  return found.map(row)
}

/** Which of the rows of a view. */
export interface Chosen {
  readonly ids?: readonly string[] | undefined
  readonly excluded?: readonly string[] | undefined
}
/** Only the rows named; all but those left out. */
export function chosen({ table }: Source, { ids, excluded }: Chosen): SQL {
  const list = (names: readonly string[]) =>
    sql.join(
      names.map((id) => sql`${id}`),
      sql`, `,
    )
  if (ids) return ids.length > 0 ? sql`${table.id} in (${list(ids)})` : sql`false`
  return excluded && excluded.length > 0 ? sql`${table.id} not in (${list(excluded)})` : sql`true`
}
