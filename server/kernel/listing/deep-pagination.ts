import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Services } from '#server/kernel/base/services.ts'
import { estimatedRows, indexedFields, unindexedField } from './index-guard.ts'
import { type Bookmark, keyColumns, keyOf, keysetAfter, orderBy, orderTermsOf, reversed } from './keyset.ts'
import {
  type Bookmarks,
  buildsUnderWay,
  type CachedCount,
  type CachedView,
  cachedOrder,
  cachedView,
} from './keyset-cache.ts'
import { pruneJoins } from './prune-joins.ts'
import { createdAt, type ReadOptions, readRows, readRowsByIds, type View } from './view.ts'

/** From which place on a page is deep. */
const deepFrom = 2_000
/** After how many rows a key is kept: in a longer list after more, so that they are few; never so many that it leads nowhere. */
const [stepMin, stepMax, marksWanted] = [1_000, 10_000, 200]
const spacingOf = (size: number): number =>
  Math.min(stepMax, stepMin * Math.max(1, Math.ceil(size / marksWanted / stepMin)))
/** So many rows behind a mark, what is counted from the end of the list may be nearer. */
const farFrom = 20_000
/** Lists of so many rows have their keys made as soon as they are counted: somebody may jump into them. */
const keysFrom = 100_000
/** How many views have their keys made at once. */
const buildsMax = 2

/** A view, and where what is known of its depth is kept. */
interface DeepView {
  readonly view: View
  readonly app: Pick<Services, 'database' | 'log'>
}

/** Whether a view is known to be long before it is counted, and an index has its order; where several may read at once. */
async function isLong(tx: Db, { view: { query, context }, app: { database } }: DeepView): Promise<boolean> {
  if (database.kind !== 'server' || query.where || !context.access.scopes.includes('all')) return false
  if (unindexedField(query, indexedFields(context), context.reader.searchable)) return false
  return (await estimatedRows(context.source, tx, database)) >= keysFrom
}

/** Counts a view, reading nothing but what it is filtered by. */
async function countAll(tx: Db, { context: { source }, where }: View): Promise<number> {
  const from = pruneJoins(source, where)
  const [row] = await rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from ${from} where ${where}`)
  return row!.count
}

/** Counts a view, and remembers that. Where its keys are to be made, that counts it: it is read once, and deep pages are near. */
export async function countOf(tx: Db, deep: DeepView): Promise<number> {
  const { view, app } = deep
  const ordered = cachedOrder(app.database, view)
  const counts = cachedView(app.database, view)
  const passed = (await isLong(tx, deep)) ? await buildBookmarks(deep, ordered) : null
  const count = passed ?? (await countAll(tx, view))
  const { complete: marked } = ordered
  // rows have left, or joined it otherwise than by coming to be
  const isOther = async (then: CachedCount) => count - (await countInserted(tx, deep, then.asOf)) !== then.count
  if (marked && (await isOther(marked))) delete ordered.complete
  if (counts.counted && (await isOther(counts.counted))) delete ordered.building
  counts.counted = { count, asOf: view.asOf }
  if (count >= keysFrom) void buildBookmarks(deep, ordered)
  return count
}

/** How many rows of a view came between a moment and its own, of those before a mark: less than none where it is earlier. */
async function countInserted(tx: Db, { view }: DeepView, since: string, before: SQL = sql`true`): Promise<number> {
  if (since === view.asOf) return 0
  const { source } = view.context
  const created = createdAt(view.context)
  const [first, last] = [since, view.asOf].toSorted() as [string, string]
  const between = sql`${view.always} and ${created} > ${first} and ${created} <= ${last} and ${before}`
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${pruneJoins(source, between)} where ${between}`,
  )
  return since < view.asOf ? row!.count : -row!.count
}

/** How many rows a view has, from what was counted before it or just after; null where nothing was. */
async function countFromCache(tx: Db, deep: DeepView): Promise<number | null> {
  const { counted } = cachedView(deep.app.database, deep.view)
  return counted ? counted.count + (await countInserted(tx, deep, counted.asOf)) : null
}

/** How many rows of a view stand behind a key. */
async function countAfter(tx: Db, { context, query, inOrder }: View, bookmark: Bookmark | undefined): Promise<number> {
  const where = bookmark ? sql`${keysetAfter(orderTermsOf(query, context), bookmark.key)} and ${inOrder}` : inOrder
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${pruneJoins(context.source, where)} where ${where}`,
  )
  return row!.count
}

/**
 * Adds keys at even distances to `marks`, one after another: a cursor reads what the order needs and nothing else, once,
 * and sends no more than the keys. Answers how many rows there are. All of that is of one moment.
 */
async function collectBookmarks({ view, app }: DeepView, bookmarks: Bookmark[]): Promise<number> {
  const { context, query, inOrder } = view
  const { db } = app.database
  const step = spacingOf(await estimatedRows(context.source, db, app.database))
  const parts = orderTermsOf(query, context)
  const order = orderBy(parts)
  const from = pruneJoins(context.source, inOrder, order)
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
      if (!row) return place - step + (await countAfter(tx, view, bookmarks.at(-1)))
      bookmarks.push({ place, key: keyOf(row, parts) })
    }
  }, oneMoment)
}

/**
 * Has the keys of a view made, once, beside everything else. Those that are there already lead to pages meanwhile. Answers
 * how many rows there are; null where that is not found out by this: they were made before, or could not be.
 */
async function buildBookmarks(deep: DeepView, depth: CachedView): Promise<number | null> {
  const { asOf } = deep.view
  if (depth.complete || depth.building || buildsUnderWay(deep.app.database) >= buildsMax) return null
  const bookmarks: Bookmark[] = []
  const making = { bookmarks, asOf }
  depth.building = making
  try {
    const count = await collectBookmarks(deep, bookmarks)
    // unless it was found out meanwhile that rows have left
    if (depth.building === making) depth.complete = { bookmarks: bookmarks, count, asOf }
    return count
  } catch (error) {
    deep.app.log.warn({ err: error }, 'keys of a view')
    return null
  } finally {
    if (depth.building === making) delete depth.building
  }
}

/** Where some rows of a view stand: in which order, behind what, how many after how many. */
interface PageRange {
  readonly order: SQL
  readonly further?: SQL
  readonly limit: number
  readonly offset: number
  /** From the end of the list. */
  readonly backwards?: true
}

/** The ids of a stretch, as a query: nothing but the order is read on the way to them. */
function idsOf({ view }: DeepView, { order, further = sql`true`, limit, offset }: PageRange): SQL {
  const { source } = view.context
  const where = sql`${further} and ${view.inOrder}`
  return sql`select ${source.table.id} as id from ${pruneJoins(source, where, order)}
    where ${where} order by ${order} limit ${limit} offset ${offset}`
}

/** Whether as many rows were there when the marks of a view were made as there are in it. */
async function isUnchanged(tx: Db, deep: DeepView, marked: Bookmarks): Promise<boolean> {
  const { asOf } = deep.view
  if (asOf === marked.asOf || asOf === marked.unchangedAt) return true
  if ((await countInserted(tx, deep, marked.asOf)) !== 0) return false
  marked.unchangedAt = asOf
  return true
}

/** The nearest mark before a place. Rows that came since it was made, or were not there yet, move it. */
async function bookmarkBefore(tx: Db, deep: DeepView, place: number): Promise<{ further: SQL; place: number } | null> {
  const { complete: marked, building: making } = cachedOrder(deep.app.database, deep.view)
  const known = marked ?? making
  if (!known) return null
  const parts = orderTermsOf(deep.view.query, deep.view.context)
  const same = await isUnchanged(tx, deep, known)
  let at = known.bookmarks.findLastIndex((bookmark) => bookmark.place <= place)
  while (at >= 0) {
    const bookmark = known.bookmarks[at]!
    const further = keysetAfter(parts, bookmark.key)
    const by = same ? 0 : await countInserted(tx, deep, known.asOf, sql`(${further}) is not true`)
    if (bookmark.place + by <= place) return { further, place: bookmark.place + by }
    at = known.bookmarks.findLastIndex((earlier) => earlier.place <= place - by)
  }
  return null
}

/**
 * Where a page is read: from the nearest mark, or counted from the end of the list that is nearer. From the far end only
 * where that is far: what has left since the rows were counted shifts the places that are counted from there. Null where the
 * list has ended.
 */
async function pageRangeAt(tx: Db, deep: DeepView, place: number, size: number): Promise<PageRange | null> {
  const { query, context } = deep.view
  const parts = orderTermsOf(query, context)
  const order = orderBy(parts)
  if (place < deepFrom) return { order, limit: size, offset: place }
  const bookmark = await bookmarkBefore(tx, deep, place)
  const offset = place - (bookmark?.place ?? 0)
  const forwards = { order, limit: size, offset, ...(bookmark && { further: bookmark.further }) }
  if (bookmark && offset < farFrom) return forwards
  const count = await countFromCache(tx, deep)
  if (count === null || offset < count - place) return forwards
  const last = Math.min(place + size, count)
  return last <= place
    ? null
    : { order: orderBy(reversed(parts)), limit: last - place, offset: count - last, backwards: true }
}

/** The ids of a page. */
export async function idsAt(tx: Db, deep: DeepView, place: number, size: number): Promise<string[]> {
  const stretch = await pageRangeAt(tx, deep, place, size)
  if (!stretch) return []
  const rows = await rowsOf<{ id: string }>(tx, idsOf(deep, stretch))
  const ids = rows.map(({ id }) => id)
  return stretch.backwards ? ids.toReversed() : ids
}

/** A page: from which row on, how many, and which of their fields: without those, all. */
interface Page extends Pick<ReadOptions, 'fields'> {
  readonly from: number
  readonly size: number
}

/** Page of a view from an offset on. A deep one is found by its ids, the more quickly the more marks are kept. */
export async function pageAt(tx: Db, deep: DeepView, page: Page): Promise<Record<string, unknown>[]> {
  const { view, app } = deep
  const { from, size, ...some } = page
  if (from < deepFrom) return (await readRows(tx, view, size, { offset: from, keyed: false, ...some })).rows
  const stretch = await pageRangeAt(tx, deep, from, size)
  const rows = stretch ? await readRowsByIds(tx, view, idsOf(deep, stretch), some) : []
  // whoever waits for this page is not to wait for them too
  void buildBookmarks(deep, cachedOrder(app.database, view))
  return rows
}
