import { type RefObject, useCallback } from 'react'
import { isPageFocus } from '#src/keyboard/keyboard.ts'
import type { GridModel } from '../model/grid-model.ts'

/** Tells whether keys may act on rows: the focus is among them, or nowhere. Not in a header or on a button, which have keys. */
export const useRowsFocus = (rows: RefObject<HTMLElement | null>): (() => boolean) =>
  useCallback(() => {
    const active = document.activeElement
    const among = rows.current?.contains(active) === true && !active?.closest('[role=columnheader], .ag-paging-panel')
    return among || isPageFocus(active)
  }, [rows])

/**
 * Puts the focus on the cursor; where there is no row to stand on, or none is drawn yet, on the page, where the keys of rows
 * are heard too: the next key is not for what was left.
 */
export function focusRows({ renderer, cursor }: GridModel): void {
  const before = document.activeElement
  const stands = renderer?.showCursor(cursor, true)
  const moved = document.activeElement !== before || before?.closest('[role=grid], [role=treegrid]')
  if (!stands || !moved) document.getElementById('main')?.focus()
}
