import type { KeyboardEvent, MouseEvent } from 'react'
import { sortBy } from '../filtering.ts'
import { toRows } from '../focus.ts'
import { markLoaded, unmarkAll } from '../marking.ts'
import { countOf } from '../selection.ts'
import type { Sheet } from '../sheet.ts'
import { markColumn } from './columns.ts'

/** The column of a header that something happened to; null where it was no header. */
export const headOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('[role=columnheader]') // only elements are clicked, and have the focus

/** Marks what is loaded, or takes every mark away: the box above the boxes. */
function toggleAll(sheet: Sheet): void {
  if (countOf(sheet.state.marks) > 0) unmarkAll(sheet)
  else markLoaded(sheet)
}

/** Opens the menu of a header, as the pointer or the menu key would. */
function openMenu(head: HTMLElement): void {
  const { left, bottom } = head.getBoundingClientRect()
  head.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }))
}

/** The dots at the end of a header are drawn by the style sheet over what AG Grid leaves empty there. */
const isDots = (target: EventTarget): boolean => (target as Element).classList.contains('ag-cell-label-container')

/** A click in a header sorts, marks, or opens its menu. */
export function clickHead(sheet: Sheet, head: HTMLElement, event: MouseEvent): void {
  const column = head.getAttribute('col-id')
  if ((event.target as Element).closest('.ag-header-cell-resize')) return
  if (column === markColumn) toggleAll(sheet)
  else if (isDots(event.target)) openMenu(head)
  else sortBy(sheet, column, { further: event.shiftKey })
}

type Act = (sheet: Sheet, head: HTMLElement, column: string | null, event: KeyboardEvent) => void
const leave: Act = (sheet, _, column) => {
  if (column !== null && column !== markColumn) sheet.moveTo({ column })
  toRows(sheet)
}
const acts: Readonly<Record<string, Act>> = {
  Enter: (sheet, _, column, { shiftKey }) =>
    column === markColumn ? toggleAll(sheet) : sortBy(sheet, column, { further: shiftKey }),
  ' ': (sheet, _, column) => column === markColumn && toggleAll(sheet),
  ArrowDown: (sheet, head, column, event) => (event.altKey ? openMenu(head) : leave(sheet, head, column, event)),
  Escape: (sheet) => toRows(sheet),
}

/** A key in a header: the arrows along it are AG Grid's, the rest is ours. Answers whether it was taken. */
export function pressHead(sheet: Sheet, head: HTMLElement, event: KeyboardEvent): boolean {
  const act = event.key === 'Tab' && !event.shiftKey ? leave : acts[event.key]
  act?.(sheet, head, head.getAttribute('col-id'), event)
  return act !== undefined
}
