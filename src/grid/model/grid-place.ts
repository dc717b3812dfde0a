/** Where somebody was in a list when its page was loaded anew: under which filter, at which row, and what stood at the top. */
export interface GridPlace {
  readonly q: string
  readonly row: number
  readonly column: string | null
  readonly top: number
  /** Rows that were marked one by one, as far as they are few. */
  readonly marks: readonly string[]
  /** Branches of a tree that were opened. */
  readonly open: readonly string[]
}

/** Marks that outlive a reload: more are marked by a filter. */
export const keptMarksMax = 200

const idsIn = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((id) => typeof id === 'string').slice(0, keptMarksMax) : []

/** What was written down as a place; null where it is none. */
export function parsePlace(given: unknown): GridPlace | null {
  const { q, row, column, top, marks, open } = (
    typeof given === 'object' && given !== null ? given : {}
  ) as Partial<GridPlace> // any JSON
  if (typeof q !== 'string' || !Number.isInteger(row) || !Number.isInteger(top)) return null
  const field = typeof column === 'string' ? column : null
  return { q, row: row!, column: field, top: top!, marks: idsIn(marks), open: idsIn(open) }
}
