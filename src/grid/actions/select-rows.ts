import { rangeMax } from '#contract/kernel/list.ts'
import { idsMax, queryMax } from '#contract/kernel/selection.ts'
import { showError } from '#src/call/show-error.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { nearestPlace } from '../model/cursor.ts'
import type { GridModel } from '../model/grid-model.ts'
import { fetchCount, fetchRange } from '../model/listing-calls.ts'
import type { Row } from '../model/pages.ts'
import { addMarks, allMatching, isMarked, type Marks, markCount, noMarks, toggleMark } from '../model/selection.ts'

/** Keeps rows as they are now, for as long as they may be marked. */
function rememberRows({ seen, state }: GridModel, rows: Iterable<Row>): void {
  for (const row of rows) seen.set(row.id, row)
  if (seen.size <= 2 * idsMax) return
  for (const id of seen.keys()) if (!isMarked(state.marks, id)) seen.delete(id)
}

/** Marks what `marks` says, unless that names too many rows. */
function putMarks(model: GridModel, marks: Marks | null): void {
  if (marks) model.setMarks(marks)
  else toast('warn', text('grid.tooMany', { max: idsMax }))
}

/** Marks a row, or takes its mark away. Ranges go on from here. */
export function toggleRow(model: GridModel, place: number): void {
  const row = model.pages.rowAt(place)
  if (!row) return
  rememberRows(model, [row])
  putMarks(model, toggleMark(model.state.marks, row.id))
  model.range = { from: place, to: place, before: model.state.marks }
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)

/** Rows of a list from one place to another, as far as they are loaded. */
function loadedBetween({ pages }: GridModel, from: number, to: number): Row[] {
  const places = Array.from({ length: to - from + 1 }, (_, i) => pages.rowAt(from + i))
  return places.filter((row) => row !== undefined)
}

/** How long the other end of a range stands still before the server is asked for what lies in it. */
const restMs = 150

/**
 * Marks every row from where the range began to `place`, loaded or not. What its other end had marked is taken back;
 * what was marked before stays.
 */
export async function markRange(model: GridModel, place: number): Promise<void> {
  const { state } = model
  const { from, before } = model.range ?? { from: model.cursor.row, before: state.marks }
  const [first, last] = [Math.min(from, place), Math.max(from, place)]
  if (last - first >= rangeMax) return putMarks(model, null)
  model.range = { from, to: place, before }
  const rows = loadedBetween(model, first, last)
  rememberRows(model, rows)
  putMarks(model, addMarks(before, idsOf(rows)))
  const { marks, applied, asOf } = state
  if (rows.length > last - first) return
  await new Promise((rest) => setTimeout(rest, restMs))
  const still = () => state.marks === marks && state.applied === applied
  if (!still()) return
  try {
    const { ids } = await fetchRange(model.listing, { q: applied.text, from: first, to: last, ...(asOf && { asOf }) })
    if (still()) putMarks(model, addMarks(before, ids))
  } catch (error) {
    showError(error)
  }
}

/** Moves an end of the range; a new one begins at the cursor, unless the cursor still is where the last one ended. */
export function extendRange(model: GridModel, place: number): void {
  const { row } = model.cursor
  if (model.range?.to !== row) model.range = { from: row, to: row, before: model.state.marks }
  model.moveTo({ row: place })
  void markRange(model, model.cursor.row)
}

/** Marks every row that is loaded. */
export function markLoadedRows(model: GridModel): void {
  const rows = [...model.pages.rows()].map(([, row]) => row)
  rememberRows(model, rows)
  putMarks(model, addMarks(model.state.marks, idsOf(rows)))
}

/** Marks everything that matches the filter, loaded or not. */
export function markAllMatching(model: GridModel): void {
  const { applied, asOf, count } = model.state
  if (asOf && count !== null) model.setMarks(allMatching(applied.where, asOf, count, model.gone), { remember: true })
}

const comparableValue = (row: Row, field: string): unknown => {
  const value = row[field]
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** Marks the loaded rows that have the same value in the cursor's column. */
export function markSameValue(model: GridModel): void {
  const { row, state } = model
  const { column } = model.cursor
  if (!row || !column) return
  const alike = [...model.pages.rows()]
    .map(([, one]) => one)
    .filter((one) => comparableValue(one, column) === comparableValue(row, column))
  rememberRows(model, alike)
  putMarks(model, addMarks(state.marks, idsOf(alike)))
}

/** Takes every mark away. Going back brings them back. */
export function unmarkAll(model: GridModel): void {
  model.range = null
  model.setMarks(noMarks, { remember: true })
}

/** The nearest marked place that is loaded, in one direction. */
export function nearestMarked({ pages, state, cursor }: GridModel, way: 1 | -1): number | null {
  const places = [...pages.rows()].filter(([, { id }]) => isMarked(state.marks, id)).map(([place]) => place)
  return nearestPlace(places, cursor.row, way)
}

/** The most rows that one line can name. */
const namedMax = 100

/** Counts how many of the rows that were named no longer stand in the list. */
export async function countOutOfView(model: GridModel): Promise<void> {
  const { state, listing } = model
  const { marks, applied } = state
  const size = markCount(marks)
  if (marks.mode !== 'ids' || size === 0 || size > namedMax) return
  const q = `${applied.where && `(${applied.where})`} id:${[...marks.ids].join(',')}`.trim()
  if (q.length > queryMax) return
  const { count } = await fetchCount(listing, { q })
  if (state.marks === marks && state.applied === applied) state.outOfView = size - count
}
