import { type SQL, sql } from 'drizzle-orm'
import { compareBy } from './compile.ts'
import { type Db, rowsOf } from './database.ts'
import { type Counted, type Depth, depthOf, type Marked, makingNow, orderedDepthOf } from './depths.ts'
import type { Ground } from './ground.ts'
import { indexedFields, sizeOf, unserved } from './indexed.ts'
import { narrowed } from './narrow.ts'
import { behind, keyColumns, keyOf, type Mark, orderBy, partsOf, reversed } from './seek.ts'
import { rowsFrom, rowsOfIds, type View } from './view.ts'

/** From which place on a page is deep. */
const deepFrom = 2_000
/** After how many rows a key is kept: in a longer list after more, so that they are few; never so many that it leads nowhere. */
const [stepMin, stepMax, marksWanted] = [1_000, 10_000, 200]
const stepOf = (size: number): number =>
  Math.min(stepMax, stepMin * Math.max(1, Math.ceil(size / marksWanted / stepMin)))
/** So many rows behind a mark, what is counted from the end of the list may be nearer. */
const farFrom = 20_000
/** Lists of so many rows have their keys made as soon as they are counted: somebody may jump into them. */
const keysFrom = 100_000
/** How many views have their keys made at once. */
const makingMax = 2

/** A view, and where what is known of its depth is kept. */
interface Deep {
  readonly view: View
  readonly ground: Pick<Ground, 'database' | 'log'>
}

/** Whether a view is known to be long before it is counted, and an index has its order; where several may read at once. */
async function isLong(tx: Db, { view: { query, context }, ground: { database } }: Deep): Promise<boolean> {
  if (database.kind !== 'server' || query.where || !context.reach.scopes.includes('all')) return false
  if (unserved(query, indexedFields(context), context.listing.search)) return false
  return (await sizeOf(context.source, tx, database)) >= keysFrom
}

/** Counts a view, reading nothing but what it is filtered by. */
async function countAll(tx: Db, { context: { source }, where }: View): Promise<number> {
  const from = narrowed(source, where)
  const [row] = await rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from ${from} where ${where}`)
  return row!.count
}

/** Counts a view, and remembers that. Where its keys are to be made, that counts it: it is read once, and deep pages are near. */
export async function countOf(tx: Db, deep: Deep): Promise<number> {
  const { view, ground } = deep
  const ordered = orderedDepthOf(ground.database, view)
  const counts = depthOf(ground.database, view)
  const passed = (await isLong(tx, deep)) ? await make(deep, ordered) : null
  const count = passed ?? (await countAll(tx, view))
  const { marked } = ordered
  // rows have left, or joined it otherwise than by coming to be
  const isOther = async (then: Counted) => count - (await came(tx, deep, then.asOf)) !== then.count
  if (marked && (await isOther(marked))) delete ordered.marked
  if (counts.counted && (await isOther(counts.counted))) delete ordered.making
  counts.counted = { count, asOf: view.asOf }
  if (count >= keysFrom) void make(deep, ordered)
  return count
}

/** How many rows of a view came between a moment and its own, of those before a mark: less than none where it is earlier. */
async function came(tx: Db, { view }: Deep, since: string, before: SQL = sql`true`): Promise<number> {
  if (since === view.asOf) return 0
  const { listing, source, places } = view.context
  const created = compareBy(places[listing.created]!)
  const [first, last] = [since, view.asOf].toSorted() as [string, string]
  const between = sql`${view.always} and ${created} > ${first} and ${created} <= ${last} and ${before}`
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${narrowed(source, between)} where ${between}`,
  )
  return since < view.asOf ? row!.count : -row!.count
}

/** How many rows a view has, from what was counted before it or just after; null where nothing was. */
async function countKnown(tx: Db, deep: Deep): Promise<number | null> {
  const { counted } = depthOf(deep.ground.database, deep.view)
  return counted ? counted.count + (await came(tx, deep, counted.asOf)) : null
}

/** How many rows of a view stand behind a key. */
async function countBehind(tx: Db, { context, query, inOrder }: View, mark: Mark | undefined): Promise<number> {
  const where = mark ? sql`${behind(partsOf(query, context), mark.key)} and ${inOrder}` : inOrder
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${narrowed(context.source, where)} where ${where}`,
  )
  return row!.count
}

/**
 * Adds keys at even distances to `marks`, one after another: a cursor reads what the order needs and nothing else, once,
 * and sends no more than the keys. Answers how many rows there are. All of that is of one moment.
 */
async function addKeys({ view, ground }: Deep, marks: Mark[]): Promise<number> {
  const { context, query, inOrder } = view
  const { db } = ground.database
  const step = stepOf(await sizeOf(context.source, db, ground.database))
  const parts = partsOf(query, context)
  const order = orderBy(parts)
  const from = narrowed(context.source, inOrder, order)
  const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return db.transaction(async (tx) => {
    // all of it will be read: what comes first need not come soon
    await tx.execute(sql`set local cursor_tuple_fraction = 1`)
    await tx.execute(
      sql`declare keys no scroll cursor for select ${keyColumns(parts)} from ${from} where ${inOrder} order by ${order}`,
    )
    const next = sql.raw(`fetch relative ${step} from keys`)
    for (let place = step; ; place += step) {
      const [row] = await rowsOf<Record<string, unknown>>(tx, next)
      if (!row) return place - step + (await countBehind(tx, view, marks.at(-1)))
      marks.push({ place, key: keyOf(row, parts) })
    }
  }, oneMoment)
}

/**
 * Has the keys of a view made, once, beside everything else. Those that are there already lead to pages meanwhile. Answers
 * how many rows there are; null where that is not found out by this: they were made before, or could not be.
 */
async function make(deep: Deep, depth: Depth): Promise<number | null> {
  const { asOf } = deep.view
  if (depth.marked || depth.making || makingNow(deep.ground.database) >= makingMax) return null
  const marks: Mark[] = []
  const making = { marks, asOf }
  depth.making = making
  try {
    const count = await addKeys(deep, marks)
    // unless it was found out meanwhile that rows have left
    if (depth.making === making) depth.marked = { marks, count, asOf }
    return count
  } catch (error) {
    deep.ground.log.warn({ err: error }, 'keys of a view')
    return null
  } finally {
    if (depth.making === making) delete depth.making
  }
}

/** Where some rows of a view stand: in which order, behind what, how many after how many. */
interface Stretch {
  readonly order: SQL
  readonly further?: SQL
  readonly limit: number
  readonly offset: number
  /** From the end of the list. */
  readonly backwards?: true
}

/** The ids of a stretch, as a query: nothing but the order is read on the way to them. */
function idsOf({ view }: Deep, { order, further = sql`true`, limit, offset }: Stretch): SQL {
  const { source } = view.context
  const where = sql`${further} and ${view.inOrder}`
  return sql`select ${source.table.id} as id from ${narrowed(source, where, order)}
    where ${where} order by ${order} limit ${limit} offset ${offset}`
}

/** Whether as many rows were there when the marks of a view were made as there are in it. */
async function isSame(tx: Db, deep: Deep, marked: Marked): Promise<boolean> {
  const { asOf } = deep.view
  if (asOf === marked.asOf || asOf === marked.same) return true
  if ((await came(tx, deep, marked.asOf)) !== 0) return false
  marked.same = asOf
  return true
}

/** The nearest mark before a place. Rows that came since it was made, or were not there yet, move it. */
async function markBefore(tx: Db, deep: Deep, place: number): Promise<{ further: SQL; place: number } | null> {
  const { marked, making } = orderedDepthOf(deep.ground.database, deep.view)
  const known = marked ?? making
  if (!known) return null
  const parts = partsOf(deep.view.query, deep.view.context)
  const same = await isSame(tx, deep, known)
  let at = known.marks.findLastIndex((mark) => mark.place <= place)
  while (at >= 0) {
    const mark = known.marks[at]!
    const further = behind(parts, mark.key)
    const by = same ? 0 : await came(tx, deep, known.asOf, sql`(${further}) is not true`)
    if (mark.place + by <= place) return { further, place: mark.place + by }
    at = known.marks.findLastIndex((earlier) => earlier.place <= place - by)
  }
  return null
}

/**
 * Where a page is read: from the nearest mark, or counted from the end of the list that is nearer. From the far end only
 * where that is far: what has left since the rows were counted shifts the places that are counted from there. Null where the
 * list has ended.
 */
async function stretchAt(tx: Db, deep: Deep, place: number, size: number): Promise<Stretch | null> {
  const { query, context } = deep.view
  const parts = partsOf(query, context)
  const order = orderBy(parts)
  if (place < deepFrom) return { order, limit: size, offset: place }
  const mark = await markBefore(tx, deep, place)
  const offset = place - (mark?.place ?? 0)
  const forwards = { order, limit: size, offset, ...(mark && { further: mark.further }) }
  if (mark && offset < farFrom) return forwards
  const count = await countKnown(tx, deep)
  if (count === null || offset < count - place) return forwards
  const last = Math.min(place + size, count)
  return last <= place
    ? null
    : { order: orderBy(reversed(parts)), limit: last - place, offset: count - last, backwards: true }
}

/** The ids of a page. */
export async function idsAt(tx: Db, deep: Deep, place: number, size: number): Promise<string[]> {
  const stretch = await stretchAt(tx, deep, place, size)
  if (!stretch) return []
  const rows = await rowsOf<{ id: string }>(tx, idsOf(deep, stretch))
  const ids = rows.map(({ id }) => id)
  return stretch.backwards ? ids.toReversed() : ids
}

/** A page of a view from a place on. A deep one is found by its ids, the more quickly the more marks are kept. */
export async function pageAt(tx: Db, deep: Deep, place: number, size: number): Promise<Record<string, unknown>[]> {
  const { view, ground } = deep
  if (place < deepFrom) return (await rowsFrom(tx, view, size, { offset: place })).rows
  const stretch = await stretchAt(tx, deep, place, size)
  const rows = stretch ? await rowsOfIds(tx, view, idsOf(deep, stretch)) : []
  // whoever waits for this page is not to wait for them too
  void make(deep, orderedDepthOf(ground.database, view))
  return rows
}
