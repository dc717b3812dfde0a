import type { Database } from './database.ts'
import { sha256 } from './secrets.ts'
import type { Mark } from './seek.ts'
import type { View } from './view.ts'

/** How many views are remembered, and for how long. */
const [viewsMax, keptMs] = [60, 15 * 60_000]

/** Keys of a view as it stood at a moment. */
export interface Marked {
  readonly marks: readonly Mark[]
  readonly asOf: string
  /** Another moment at which the same rows were there. */
  same?: string
}
/** How many rows a view had at a moment. */
export interface Counted {
  readonly count: number
  readonly asOf: string
}
/** All keys of a view, and how many rows there were. */
type Complete = Marked & Counted

/** What is known of a view: how many rows it had at a moment; in one of its orders, keys at even distances. */
export interface Depth {
  readonly at: number
  counted?: Counted
  marked?: Complete
  /** The keys that are being made: as many as there are so far. */
  making?: Marked
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

/** Names what somebody sees: another reach, another day or another filter is another view. Who sees all, sees the same. */
const nameOf = ({ context, query: { where }, moment }: View): string => {
  const { actor, scopes } = context.reach
  const asked = JSON.stringify(where)
  const whose = scopes.includes('all') && !asked.includes('"me"') ? 'all' : [actor.id, scopes]
  return sha256(JSON.stringify([context.listing.id, asked, whose, moment.day]))
}

/** What is known of a view in whatever order: how many rows it had. */
export const depthOf = (database: Database, view: View): Depth => depthsOf(database).of(nameOf(view))

/** What is known of a view in its order: its keys. */
export const orderedDepthOf = (database: Database, view: View): Depth =>
  depthsOf(database).of(JSON.stringify([nameOf(view), view.query.sort]))

/** Of how many views keys are being made. */
export const makingNow = (database: Database): number => depthsOf(database).making
