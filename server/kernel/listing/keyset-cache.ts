import type { Database } from '#server/kernel/base/database.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { registerCache } from './caches.ts'
import type { Bookmark } from './keyset.ts'
import type { View } from './view.ts'

/** How many views are remembered, and for how long. */
const [viewsMax, keptMs] = [60, 15 * 60_000]

/** Keys of a view as it stood at a moment. */
export interface Bookmarks {
  readonly bookmarks: readonly Bookmark[]
  readonly asOf: string
  /** Another moment at which the same rows were there. */
  unchangedAt?: string
}
/** How many rows a view had at a moment. */
export interface CachedCount {
  readonly count: number
  readonly asOf: string
}
/** All keys of a view, and how many rows there were. */
type CompleteBookmarks = Bookmarks & CachedCount

/** What is known of a view: how many rows it had at a moment; in one of its orders, keys at even distances. */
export interface CachedView {
  readonly at: number
  counted?: CachedCount
  complete?: CompleteBookmarks
  /** The keys that are being made: as many as there are so far. */
  building?: Bookmarks
}

/** What one server remembers of the views that were looked at lately. Any other finds out by itself. */
class KeysetCache {
  readonly #views = new Map<string, CachedView>()

  /** What is known under a name; what was not asked for longest is forgotten. */
  of(name: string): CachedView {
    const known = this.#views.get(name)
    const depth = known && Date.now() - known.at < keptMs ? known : { at: Date.now() }
    this.#views.delete(name)
    this.#views.set(name, depth)
    const [oldest] = this.#views.keys()
    if (this.#views.size > viewsMax && oldest !== undefined) this.#views.delete(oldest)
    return depth
  }

  get making(): number {
    return [...this.#views.values()].filter(({ building: making }) => making).length
  }
}

const known = new WeakMap<Database, KeysetCache>()
registerCache((database) => known.delete(database))
function cacheOf(database: Database): KeysetCache {
  const depths = known.get(database) ?? new KeysetCache()
  known.set(database, depths)
  return depths
}

/** Names what somebody sees: another reach, another day or another filter is another view. Who sees all, sees the same. */
const cacheKeyOf = ({ context, query: { where }, readContext }: View): string => {
  const { actor, scopes } = context.access
  const asked = JSON.stringify(where)
  const whose = scopes.includes('all') && !asked.includes('"me"') ? 'all' : [actor.id, scopes]
  return sha256(JSON.stringify([context.listing.id, asked, whose, readContext.day]))
}

/** What is known of a view in whatever order: how many rows it had. */
export const cachedView = (database: Database, view: View): CachedView => cacheOf(database).of(cacheKeyOf(view))

/** What is known of a view in its order: its keys. */
export const cachedOrder = (database: Database, view: View): CachedView =>
  cacheOf(database).of(JSON.stringify([cacheKeyOf(view), view.query.sort]))

/** Of how many views keys are being made. */
export const buildsUnderWay = (database: Database): number => cacheOf(database).making
