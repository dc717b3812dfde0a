import type { KeyboardEvent, MouseEvent } from 'react'
import { sortBy } from '../actions/filter-and-sort.ts'
import { focusRows } from '../actions/focus.ts'
import { markLoadedRows, unmarkAll } from '../actions/select-rows.ts'
import type { GridModel } from '../model/grid-model.ts'
import { markColumn } from '../model/layout.ts'
import { markCount } from '../model/selection.ts'

/** The column of a header that something happened to; null where it was no header. */
export const headerOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('[role=columnheader]') // only elements are clicked, and have the focus

/** Marks what is loaded, or takes every mark away: the box above the boxes. */
function toggleAll(model: GridModel): void {
  if (markCount(model.state.marks) > 0) unmarkAll(model)
  else markLoadedRows(model)
}

/** Opens the menu of a header, as the pointer or the menu key would. */
function openMenu(head: HTMLElement): void {
  const { left, bottom } = head.getBoundingClientRect()
  head.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }))
}

/** The dots at the end of a header are drawn by the style sheet over what AG Grid leaves empty there. */
const isDots = (target: EventTarget): boolean => (target as Element).classList.contains('ag-cell-label-container')

/** A click in a header sorts, marks, or opens its menu. */
export function clickHeader(model: GridModel, head: HTMLElement, event: MouseEvent): void {
  const column = head.getAttribute('col-id')
  if ((event.target as Element).closest('.ag-header-cell-resize')) return
  if (column === markColumn) toggleAll(model)
  else if (isDots(event.target)) openMenu(head)
  else sortBy(model, column, { further: event.shiftKey })
}

type HeaderAction = (model: GridModel, head: HTMLElement, column: string | null, event: KeyboardEvent) => void
const leave: HeaderAction = (model, _, column) => {
  if (column !== null && column !== markColumn) model.moveTo({ column })
  focusRows(model)
}
const acts: Readonly<Record<string, HeaderAction>> = {
  Enter: (model, _, column, { shiftKey }) =>
    column === markColumn ? toggleAll(model) : sortBy(model, column, { further: shiftKey }),
  ' ': (model, _, column) => column === markColumn && toggleAll(model),
  ArrowDown: (model, head, column, event) => (event.altKey ? openMenu(head) : leave(model, head, column, event)),
  Escape: (model) => focusRows(model),
}

/** A key in a header: the arrows along it are AG Grid's, the rest is ours. Answers whether it was taken. */
export function pressHeaderKey(model: GridModel, head: HTMLElement, event: KeyboardEvent): boolean {
  const act = event.key === 'Tab' && !event.shiftKey ? leave : acts[event.key]
  act?.(model, head, head.getAttribute('col-id'), event)
  return act !== undefined
}
