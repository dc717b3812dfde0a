import type { MouseEvent } from 'react'
import { toggleBranch } from '../actions/fold.ts'
import { markRange, toggleRow } from '../actions/select-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markColumn } from '../model/layout.ts'
import { opensFrom } from './column-defs.ts'
import { clickHeader, headerOf } from './header-clicks.ts'

/** Where a pointer is: in which row, in which column, in a header. */
export function cellAt(event: MouseEvent) {
  const cell = (event.target as Element).closest('[col-id]') // whatever is clicked is an element
  const row = cell?.closest('[row-index]')
  return {
    column: cell?.getAttribute('col-id') ?? null,
    row: row && !row.classList.contains('ag-row-pinned') ? Number(row.getAttribute('row-index')) : null,
    header: headerOf(event) !== null,
  }
}

/** The cursor goes where the pointer is put down. */
export function point(model: GridModel, event: MouseEvent): void {
  const { column, row, header } = cellAt(event)
  // the keys are those of the rows, whatever the pointer does in a header
  if (header) event.preventDefault()
  if (row !== null && column !== markColumn) model.moveTo({ row, column }, true)
}

interface Pointed {
  readonly target: EventTarget | null
  readonly clientX: number
}

/** Whether the pointer is where a branch of a tree is opened and folded: before the text of its cell. */
export function isExpander({ grid }: GridModel, { target, clientX }: Pointed): boolean {
  // whatever is clicked is an element
  const cell = (target as Element).closest(`[aria-expanded] [col-id="${grid.tree?.column}"]`)
  if (!cell) return false
  return clientX < cell.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(cell).paddingInlineStart)
}

/** Marks a row or takes its mark away; with Shift, all from the one that was marked last. */
function mark(model: GridModel, row: number, range: boolean): void {
  if (range) void markRange(model, row)
  else toggleRow(model, row)
  model.moveTo({ row }, true)
}

/** A click marks a row, opens a branch or what is a link, or does what a header does. Anywhere else it only moves the cursor. */
export function click(model: GridModel, event: MouseEvent, open: () => void): void {
  const head = headerOf(event)
  if (head) clickHeader(model, head, event)
  const { column, row } = cellAt(event)
  if (head || row === null) return
  if (isExpander(model, event)) toggleBranch(model)
  else if (column === markColumn) mark(model, row, event.shiftKey)
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey
  if (isPlain && opensFrom(model.grid, column)) open()
}
