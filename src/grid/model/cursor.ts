/** Where somebody is in a list: a place counted from 0, whether or not its row is loaded, and a column. */
export interface Cursor {
  readonly row: number
  /** The field of the column; none while no column is shown. */
  readonly column: string | null
}

/** Clamps a place to those of a list of `count`. */
export const clampPlace = (place: number, count: number): number => Math.max(0, Math.min(place, count - 1))

/** The place `by` rows further, in a list of `count` rows; at an edge it stays there. */
export const moveClamped = (row: number, by: number, count: number): number => clampPlace(row + by, count)

/** The column `by` columns further; at an edge it stays there, and where its column is gone it is the first. */
export function stepColumn(columns: readonly string[], column: string | null, by: number): string | null {
  const at = columns.indexOf(column ?? '')
  return (at < 0 ? columns[0] : columns[moveClamped(at, by, columns.length)]) ?? null
}

/** The nearest of `places`, in ascending order, behind `row` (`way` 1) or before it (-1); null where there is none. */
export const nearestPlace = (places: readonly number[], row: number, way: 1 | -1): number | null =>
  (way === 1 ? places.find((place) => place > row) : places.findLast((place) => place < row)) ?? null
