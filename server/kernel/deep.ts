import { type SQL, sql } from 'drizzle-orm'
import { compareBy } from './compile.ts'
import { type Database, type Db, rowsOf } from './database.ts'
import type { Ground } from './ground.ts'
import { narrowed } from './narrow.ts'
import { sha256 } from './secrets.ts'
import { type Key, keyColumns, keyOf, orderBy, partsOf, reversed } from './seek.ts'
import { rowsFrom, rowsOfIds, type View } from './view.ts'

/** From which place on a page is deep, and after how many rows a key is kept. */
const [deepFrom, step] = [2_000, 1_000]
/** How many views are remembered, for how long, and how many have their keys made at once. */
const [viewsMax, keptMs, makingMax] = [60, 15 * 60_000, 2]

/** What is known of a view: how many rows it has, as of a moment, and the key before every thousandth place. */
interface Depth {
  readonly at: number
  counted?: { readonly count: number; readonly asOf: string }
  keys?: readonly Key[]
  making?: Promise<void>
}

/** What one server remembers of the views that were looked at lately. Any other finds out by itself. */
class Depths {
  readonly #views = new Map<string, Depth>()

  /** What is known under a name; what was not asked for longest is forgotten. */
  of(name: string): Depth {
    const known = this.#views.get(name)
    const depth = known && Date.now() - known.at < keptMs ? known : { at: Date.now() }
    this.#views.delete(name)
    this.#views.set(name, depth)
    const [oldest] = this.#views.keys()
    if (this.#views.size > viewsMax && oldest !== undefined) this.#views.delete(oldest)
    return depth
  }

  get making(): number {
    return [...this.#views.values()].filter(({ making }) => making).length
  }
}

const known = new WeakMap<Database, Depths>()
function depthsOf(database: Database): Depths {
  const depths = known.get(database) ?? new Depths()
  known.set(database, depths)
  return depths
}

/** A view, and where what is known of its depth is kept. */
interface Deep {
  readonly view: View
  readonly ground: Pick<Ground, 'database' | 'log'>
}

/** Names what somebody sees: another reach, another day or another filter is another view. */
const nameOf = ({ context, query: { where }, moment }: View): string => {
  const { actor, scopes } = context.reach
  return sha256(JSON.stringify([context.listing.id, where, actor.id, scopes, moment.day]))
}
const orderedName = (view: View): string => JSON.stringify([nameOf(view), view.query.sort, view.asOf])

/** Counts a view, and remembers that. */
export async function countOf(tx: Db, deep: Deep): Promise<number> {
  const { view, ground } = deep
  const { source } = view.context
  const from = narrowed(source, view.where)
  const [row] = await rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from ${from} where ${view.where}`)
  depthsOf(ground.database).of(nameOf(view)).counted = { count: row!.count, asOf: view.asOf }
  return row!.count
}

/** How many rows a view has, from what was counted before it or just after; null where nothing was. */
async function countKnown(tx: Db, deep: Deep): Promise<number | null> {
  const { view, ground } = deep
  const { counted } = depthsOf(ground.database).of(nameOf(view))
  if (!counted) return null
  if (counted.asOf === view.asOf) return counted.count
  const { listing, source, places } = view.context
  const created = compareBy(places[listing.created]!)
  const [first, last] = [counted.asOf, view.asOf].toSorted() as [string, string]
  const between = sql`${view.always} and ${created} > ${first} and ${created} <= ${last}`
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${narrowed(source, between)} where ${between}`,
  )
  return counted.count + (counted.asOf < view.asOf ? row!.count : -row!.count)
}

/** The key of every thousandth row, in one pass over what the order needs. */
async function keysOf({ view, ground }: Deep): Promise<Key[]> {
  const { context, query, inOrder } = view
  const parts = partsOf(query, context)
  const order = orderBy(parts)
  const from = narrowed(context.source, inOrder, order)
  const rows = await rowsOf<Record<string, unknown>>(
    ground.database.db,
    sql`select * from (
          select ${keyColumns(parts)}, row_number() over (order by ${order}) as place from ${from} where ${inOrder}
        ) numbered where place % ${step} = 0 order by place`,
  )
  return rows.map((row) => keyOf(row, parts))
}

/** Has the keys of a view made, once, beside everything else. */
function make(deep: Deep, depth: Depth): void {
  if (depth.keys || depth.making || depthsOf(deep.ground.database).making >= makingMax) return
  depth.making = keysOf(deep)
    .then((keys) => {
      depth.keys = keys
    })
    .catch((error: unknown) => deep.ground.log.warn({ err: error }, 'keys of a view'))
    .finally(() => {
      delete depth.making
    })
}

const idsIn = async (
  tx: Db,
  { view }: Deep,
  order: SQL,
  [limit, offset]: readonly [number, number],
): Promise<string[]> => {
  const { source } = view.context
  const from = narrowed(source, view.inOrder, order)
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select ${source.table.id} as id from ${from} where ${view.inOrder} order by ${order} limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * The ids of a page, counted from the end of the list that is nearer: nothing but the order is read on the way. Only where
 * that is far: what has left since the rows were counted shifts the places that are counted from the other end.
 */
export async function idsAt(tx: Db, deep: Deep, place: number, size: number): Promise<string[]> {
  const { query, context } = deep.view
  const parts = partsOf(query, context)
  const count = await countKnown(tx, deep)
  if (count === null || place < Math.max(deepFrom, count / 2)) return idsIn(tx, deep, orderBy(parts), [size, place])
  const last = Math.min(place + size, count)
  if (last <= place) return []
  const ids = await idsIn(tx, deep, orderBy(reversed(parts)), [last - place, count - last])
  return ids.toReversed()
}

/** A page of a view from a place on. A deep one is found from the nearest key that is kept, or while there is none by ids. */
export async function pageAt(tx: Db, deep: Deep, place: number, size: number): Promise<Record<string, unknown>[]> {
  const { view } = deep
  if (place < deepFrom) return (await rowsFrom(tx, view, size, { offset: place })).rows
  const depth = depthsOf(deep.ground.database).of(orderedName(view))
  const { keys } = depth
  if (!keys) {
    const rows = await rowsOfIds(tx, view, await idsAt(tx, deep, place, size))
    // whoever waits for this page is not to wait for them too
    make(deep, depth)
    return rows
  }
  const at = Math.min(Math.floor(place / step), keys.length)
  const start = at > 0 ? { key: keys[at - 1]!, offset: place - at * step } : { offset: place }
  return (await rowsFrom(tx, view, size, start)).rows
}
