import { rangeMax } from '#contract/kernel/list.ts'
import { idsMax, queryMax } from '#contract/kernel/selection.ts'
import { announce } from '#src/call/announce.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { fetchCount, fetchRange } from './calls.ts'
import { nearest } from './cursor.ts'
import type { Row } from './pages.ts'
import { countOf, everything, isMarked, type Marks, mark, nothing, toggle } from './selection.ts'
import type { Sheet } from './sheet.ts'

/** Keeps rows as they are now, for as long as they may be marked. */
function remember({ seen, state }: Sheet, rows: Iterable<Row>): void {
  for (const row of rows) seen.set(row.id, row)
  if (seen.size <= 2 * idsMax) return
  for (const id of seen.keys()) if (!isMarked(state.marks, id)) seen.delete(id)
}

/** Marks what `marks` says, unless that names too many rows. */
function put(sheet: Sheet, marks: Marks | null): void {
  if (marks) sheet.setMarks(marks)
  else toast('warn', text('grid.tooMany', { max: idsMax }))
}

/** Marks a row, or takes its mark away. Ranges go on from here. */
export function toggleAt(sheet: Sheet, place: number): void {
  const row = sheet.pages.rowAt(place)
  if (!row) return
  remember(sheet, [row])
  put(sheet, toggle(sheet.state.marks, row.id))
  sheet.range = { from: place, to: place, before: sheet.state.marks }
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)

/** Rows of a list from one place to another, as far as they are loaded. */
function loadedBetween({ pages }: Sheet, from: number, to: number): Row[] {
  const places = Array.from({ length: to - from + 1 }, (_, i) => pages.rowAt(from + i))
  return places.filter((row) => row !== undefined)
}

/** How long the other end of a range stands still before the server is asked for what lies in it. */
const restMs = 150

/**
 * Marks every row from where the range began to `place`, loaded or not. What its other end had marked is taken back;
 * what was marked before stays.
 */
export async function rangeTo(sheet: Sheet, place: number): Promise<void> {
  const { state } = sheet
  const { from, before } = sheet.range ?? { from: sheet.cursor.row, before: state.marks }
  const [first, last] = [Math.min(from, place), Math.max(from, place)]
  if (last - first >= rangeMax) return put(sheet, null)
  sheet.range = { from, to: place, before }
  const rows = loadedBetween(sheet, first, last)
  remember(sheet, rows)
  put(sheet, mark(before, idsOf(rows)))
  const { marks, applied, asOf } = state
  if (rows.length > last - first) return
  await new Promise((rest) => setTimeout(rest, restMs))
  const still = () => state.marks === marks && state.applied === applied
  if (!still()) return
  try {
    const { ids } = await fetchRange(sheet.listing, { q: applied.text, from: first, to: last, ...(asOf && { asOf }) })
    if (still()) put(sheet, mark(before, ids))
  } catch (error) {
    announce(error)
  }
}

/** Moves an end of the range; a new one begins at the cursor, unless the cursor still is where the last one ended. */
export function extendTo(sheet: Sheet, place: number): void {
  const { row } = sheet.cursor
  if (sheet.range?.to !== row) sheet.range = { from: row, to: row, before: sheet.state.marks }
  sheet.moveTo({ row: place })
  void rangeTo(sheet, sheet.cursor.row)
}

/** Marks every row that is loaded. */
export function markLoaded(sheet: Sheet): void {
  const rows = [...sheet.pages.rows()].map(([, row]) => row)
  remember(sheet, rows)
  put(sheet, mark(sheet.state.marks, idsOf(rows)))
}

/** Marks everything that matches the filter, loaded or not. */
export function markAll(sheet: Sheet): void {
  const { applied, asOf, count } = sheet.state
  if (asOf && count !== null) sheet.setMarks(everything(applied.where, asOf, count, sheet.gone), { remember: true })
}

const heldIn = (row: Row, field: string): unknown => {
  const value = row[field]
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Marks the loaded rows that have the same value in the cursor's column. */
export function markAlike(sheet: Sheet): void {
  const { row, state } = sheet
  const { column } = sheet.cursor
  if (!row || !column) return
  const alike = [...sheet.pages.rows()]
    .map(([, one]) => one)
    .filter((one) => heldIn(one, column) === heldIn(row, column))
  remember(sheet, alike)
  put(sheet, mark(state.marks, idsOf(alike)))
}

/** Takes every mark away. Going back brings them back. */
export function unmarkAll(sheet: Sheet): void {
  sheet.range = null
  sheet.setMarks(nothing, { remember: true })
}

/** The nearest marked place that is loaded, in one direction. */
export function markedFrom({ pages, state, cursor }: Sheet, way: 1 | -1): number | null {
  const places = [...pages.rows()].filter(([, { id }]) => isMarked(state.marks, id)).map(([place]) => place)
  return nearest(places, cursor.row, way)
}

/** The most rows that one line can name. */
const namedMax = 100

/** Counts how many of the rows that were named no longer stand in the list. */
export async function countOutOfView(sheet: Sheet): Promise<void> {
  const { state, listing } = sheet
  const { marks, applied } = state
  const size = countOf(marks)
  if (marks.mode !== 'ids' || size === 0 || size > namedMax) return
  const q = `${applied.where && `(${applied.where})`} id:${[...marks.ids].join(',')}`.trim()
  if (q.length > queryMax) return
  const { count } = await fetchCount(listing, { q })
  if (state.marks === marks && state.applied === applied) state.outOfView = size - count
}
