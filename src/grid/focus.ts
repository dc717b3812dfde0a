import { type RefObject, useEffect, useState } from 'react'

/** Whether keys may act on rows: the focus is among them, or nowhere. Not in a header or on a button, which have keys. */
export function useRowsFocus(rows: RefObject<HTMLElement | null>): boolean {
  const [focused, setFocused] = useState(true)
  useEffect(() => {
    const look = () => {
      const active = document.activeElement
      const among = rows.current?.contains(active) === true && !active?.closest('[role=columnheader]')
      setFocused(among || active === null || active === document.body || active.id === 'main')
    }
    // while the focus moves it is nowhere
    const leave = () => queueMicrotask(look)
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
