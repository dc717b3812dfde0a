/** Where somebody was in a list when its page was loaded anew: under which filter, at which row, and what stood at the top. */
export interface GridPlace {
  readonly q: string
  readonly row: number
  readonly column: string | null
  readonly top: number
}

/** What was written down as a place; null where it is none. */
export function parsePlace(given: unknown): GridPlace | null {
  const { q, row, column, top } = (typeof given === 'object' && given !== null ? given : {}) as Partial<GridPlace> // any JSON
  if (typeof q !== 'string' || !Number.isInteger(row) || !Number.isInteger(top)) return null
  return { q, row: row!, column: typeof column === 'string' ? column : null, top: top! }
}
