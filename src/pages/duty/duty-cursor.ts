import { clampPlace } from '#src/grid/model/cursor.ts'

/** Cursor of the grid: where a range was begun, and where it ends; one cell where both are the same. */
export interface DutyCursor {
  readonly row: number
  readonly column: number
  readonly toRow: number
  readonly toColumn: number
}

/** How many rows and columns there are. */
export interface GridSize {
  readonly rows: number
  readonly columns: number
}

/** A cursor of one cell. */
export const cursorAt = (row: number, column: number): DutyCursor => ({ row, column, toRow: row, toColumn: column })

/** Where a cursor is in a grid of that size: what was filtered away is left. */
export const within = ({ row, column, toRow, toColumn }: DutyCursor, { rows, columns }: GridSize): DutyCursor => ({
  row: clampPlace(row, rows),
  column: clampPlace(column, columns),
  toRow: clampPlace(toRow, rows),
  toColumn: clampPlace(toColumn, columns),
})

/** Puts the end of the range on a cell; with `widen` its beginning stays, else it is one cell. */
export function goTo(cursor: DutyCursor, row: number, column: number, widen: boolean): DutyCursor {
  return widen ? { ...cursor, toRow: row, toColumn: column } : cursorAt(row, column)
}

/** Moves the end of the range by rows and columns, as far as the grid goes. */
export function move(cursor: DutyCursor, [down, right]: readonly [number, number], size: GridSize, widen = false) {
  return goTo(
    cursor,
    clampPlace(cursor.toRow + down, size.rows),
    clampPlace(cursor.toColumn + right, size.columns),
    widen,
  )
}

/** First and last row and column of a range. */
export interface DutyRange {
  readonly rows: readonly [first: number, last: number]
  readonly columns: readonly [first: number, last: number]
}

const ordered = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a])

/** The range that a cursor spans. */
export const rangeOf = ({ row, column, toRow, toColumn }: DutyCursor): DutyRange => ({
  rows: ordered(row, toRow),
  columns: ordered(column, toColumn),
})

/** How many rows and columns a range has. */
export const sizeOf = ({ rows: [top, bottom], columns: [first, last] }: DutyRange): GridSize => ({
  rows: bottom - top + 1,
  columns: last - first + 1,
})
