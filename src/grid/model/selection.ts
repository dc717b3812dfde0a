import { idsMax, type Selection } from '#contract/kernel/selection.ts'
import type { Instant } from '#contract/kernel/values.ts'

/** Rows marked one by one. They stay marked whatever the list shows. */
interface MarkedIds {
  readonly mode: 'ids'
  readonly ids: ReadonlySet<string>
}

/** Every row that matches a filter as of a moment, but some. */
interface MarkedQuery {
  readonly mode: 'query'
  /** Canonical and sealed, without an order. */
  readonly query: string
  readonly asOf: Instant
  /** How many rows matched then. */
  readonly matched: number
  /** Those that somebody took out. */
  readonly excluded: ReadonlySet<string>
  /** Those that are known to match no longer. */
  readonly gone: ReadonlySet<string>
  /** Those that somebody took out and that did not match when the others were counted. */
  readonly absent: ReadonlySet<string>
}

/** Selection of a list: what is marked. */
export type Marks = MarkedIds | MarkedQuery

export const noMarks: Marks = { mode: 'ids', ids: new Set() }

/**
 * Everything that matches `query`, a filter without an order. `gone`: rows that matched then and are known not to now.
 */
export const allMatching = (
  query: string,
  asOf: Instant,
  matched: number,
  gone: ReadonlySet<string> = new Set(),
): Marks => ({ mode: 'query', query, asOf, matched, excluded: new Set(), gone: new Set(gone), absent: new Set() })

/** Whether a row that the list shows is marked. */
export const isMarked = (marks: Marks, id: string): boolean =>
  marks.mode === 'ids' ? marks.ids.has(id) : !marks.excluded.has(id) && !marks.gone.has(id)

const union = (a: ReadonlySet<string>, b: Iterable<string>): ReadonlySet<string> => new Set([...a, ...b])
const difference = (a: ReadonlySet<string>, b: Iterable<string>): ReadonlySet<string> => {
  const left = new Set(a)
  for (const id of b) left.delete(id)
  return left
}

/** How many rows are marked. */
export const markCount = (marks: Marks): number =>
  marks.mode === 'ids'
    ? marks.ids.size
    : marks.matched - union(difference(marks.excluded, marks.absent), marks.gone).size

/** At most so many rows are named one by one; null asks for a filter instead. */
const withinLimit = (ids: ReadonlySet<string>): ReadonlySet<string> | null => (ids.size > idsMax ? null : ids)

/** `marks` with `ids` marked too; null where that names too many rows. */
export function addMarks(marks: Marks, ids: Iterable<string>): Marks | null {
  if (marks.mode === 'query') return { ...marks, excluded: difference(marks.excluded, ids) }
  const all = withinLimit(union(marks.ids, ids))
  return all && { mode: 'ids', ids: all }
}

/** `marks` without `ids`; null where that names too many rows. */
function removeMarks(marks: Marks, ids: Iterable<string>): Marks | null {
  if (marks.mode === 'ids') return { mode: 'ids', ids: difference(marks.ids, ids) }
  const excluded = withinLimit(union(marks.excluded, ids))
  return excluded && { ...marks, excluded }
}

/** `marks` with `id` marked, or no longer marked; null where that names too many rows. */
export const toggleMark = (marks: Marks, id: string): Marks | null =>
  (isMarked(marks, id) ? removeMarks : addMarks)(marks, [id])

/** What stays marked under another filter: rows that were named. The same filter in another order changes nothing. */
export const filterChanged = (marks: Marks, query: string): Marks =>
  marks.mode === 'query' && marks.query !== query ? noMarks : marks

/** What is marked once the list was fetched again: of a filter, what matches it now. */
export function rowsRefetched(marks: Marks, asOf: Instant, matched: number): Marks {
  if (marks.mode === 'ids' || marks.asOf === asOf) return marks
  const left = [...marks.excluded].filter((id) => marks.gone.has(id) || marks.absent.has(id))
  return { ...marks, asOf, matched, gone: new Set(), absent: new Set(left) }
}

/** Rows that have come with the list: they match, and were counted. */
export const rowsLoaded = (marks: Marks, ids: Iterable<string>): Marks =>
  marks.mode === 'query' && marks.absent.size > 0 ? { ...marks, absent: difference(marks.absent, ids) } : marks

/** A row changed, and with that stopped matching the filter, or matches it again. */
export function rowChanged(marks: Marks, id: string, matches: boolean): Marks {
  if (marks.mode === 'ids' || marks.gone.has(id) !== matches) return marks
  const gone = new Set(marks.gone)
  if (matches) gone.delete(id)
  else gone.add(id)
  return { ...marks, gone }
}

/** The same as the server resolves it. */
export const selectionOf = (marks: Marks, listing: string): Selection =>
  marks.mode === 'ids'
    ? { listing, ids: [...marks.ids] }
    : { listing, query: marks.query, asOf: marks.asOf, excluded: [...marks.excluded] }
