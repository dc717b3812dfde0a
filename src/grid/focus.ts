import { type RefObject, useEffect, useState } from 'react'
import type { Sheet } from './sheet.ts'

/** Whether nothing has the focus: what reads on from the top of the page has it then. */
export const isNowhere = (active: Element | null): boolean =>
  active === null || active === document.body || active.id === 'main'

/** Whether keys may act on rows: the focus is among them, or nowhere. Not in a header or on a button, which have keys. */
export function useRowsFocus(rows: RefObject<HTMLElement | null>): boolean {
  const [focused, setFocused] = useState(true)
  useEffect(() => {
    const look = () => {
      const active = document.activeElement
      const among = rows.current?.contains(active) === true && !active?.closest('[role=columnheader], .ag-paging-panel')
      setFocused(among || isNowhere(active))
    }
    // while the focus moves it is nowhere; where it moves to, that tells
    const leave = ({ relatedTarget }: FocusEvent) => relatedTarget ?? queueMicrotask(look)
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', leave)
    }
  }, [rows])
  return focused
}

/** Puts the focus on the cursor; where there is no row to stand on, on the page, where the keys of rows are heard too. */
export function toRows({ surface, cursor }: Sheet): void {
  if (!surface?.point(cursor, true)) document.getElementById('main')?.focus()
}
