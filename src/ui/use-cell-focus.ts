import { useLayoutEffect, useRef } from 'react'

/**
 * Roving focus of a table: the cell that the cursor is on (`data-cell`, as `row:column`) has the focus, so that it is heard as
 * it is seen; unless somebody types, asks or presses a button elsewhere.
 */
export function useCellFocus(row: number, column: number) {
  const table = useRef<HTMLTableElement>(null)
  // with every render, before the next key: other rows draw the cell anew
  useLayoutEffect(() => {
    const { activeElement: active, body } = document
    const isFree = active === null || active === body || active.id === 'main' || table.current?.contains(active)
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
    if (isFree && cell && cell !== active) cell.focus()
  })
  return table
}
