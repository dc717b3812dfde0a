import { useLayoutEffect, useRef } from 'react'
import { isPageFocus } from '#src/keyboard/keyboard.ts'

/**
 * Roving focus of a table: the cell that the cursor is on (`data-cell`, as `row:column`) has the focus, so that it is heard as
 * it is seen; unless somebody types, asks or presses a button elsewhere.
 */
export function useCellFocus(row: number, column: number) {
  const table = useRef<HTMLTableElement>(null)
  // with every render, before the next key: other rows draw the cell anew
  useLayoutEffect(() => {
    const active = document.activeElement
    const isFree = isPageFocus(active) || table.current?.contains(active)
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    if (isFree && cell && cell !== active) cell.focus()
  })
  return table
}
