import { useLayoutEffect, useRef } from 'react'
import { activePage } from '#src/command/active-list.ts'

/** Puts the focus on the page, where the keys of its rows are heard until a row has it. */
const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })

/** Whether somebody is in the middle of something that lies over the page. */
const isInOverlay = (active: Element): boolean => active.closest('[role=dialog], [role=menu]') !== null

/** Focus management of the router: a page that comes to the front has the focus, whatever led to it: a link, a tab, a key. */
export function usePageFocus(page: string): void {
  const before = useRef(page)
  useLayoutEffect(() => {
    const active = document.activeElement
    const another = before.current !== page
    before.current = page
    if (another && active && !isInOverlay(active)) focusPage()
  }, [page])
}

/** Over a list the pointer takes no focus to a link or a button: what is pressed next is meant for the rows. */
function press(event: MouseEvent): void {
  const pressed = event.target instanceof Element ? event.target.closest('a, button') : null
  if (!pressed || !activePage.list?.keys || isInOverlay(pressed)) return
  event.preventDefault()
  if (document.activeElement?.matches('a, button')) focusPage()
}

/** Keeps the keys with the rows of a list whatever the pointer does. Answers how to stop. */
export function keepKeysInRows(): () => void {
  document.addEventListener('mousedown', press)
  return () => document.removeEventListener('mousedown', press)
}
