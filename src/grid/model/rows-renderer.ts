import type { Cursor } from './cursor.ts'
import type { Row } from './pages.ts'

/** Renderer of the rows of a list: a table, or cards. */
export interface RowsRenderer {
  /** The first and the last place in sight. */
  readonly visibleRange: readonly [first: number, last: number]
  /**
   * Puts the cursor in sight, and the focus on it where it is among the rows or `focus` asks for it. Answers whether
   * there is a row to stand on.
   */
  showCursor(cursor: Cursor, focus: boolean): boolean
  /** Shows what is marked, and what matches no longer, as it is now. */
  paint(): void
  /** Takes the rows anew; under another filter from the top. */
  reload(again: boolean): void
  /** Puts a row at the top. */
  scrollTo(row: number): void
  /** Has those rows in sight fetched that are missing. */
  fetchVisible(): void
  /** Takes over how many rows there are. */
  rowCountChanged(): void
  /** Shows rows that have changed where they stand. */
  patch(rows: readonly Row[]): void
  /** Lays the columns out as the list has them. */
  applyLayout(): void
}
