import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Focus of a scroller in which nothing else takes it: while there is more than is in sight, keys reach it and scroll it. */
export function useScrollerFocus<Scroller extends HTMLElement>(): RefObject<Scroller | null> {
  const scroller = useRef<Scroller>(null)
  useLayoutEffect(() => {
    const { current } = scroller
    if (!current) return
    const measure = () => {
      if (current.scrollHeight > current.clientHeight) current.tabIndex = 0
      else current.removeAttribute('tabindex')
    }
    measure()
    const watched = new ResizeObserver(measure)
    for (const one of [current, ...current.children]) watched.observe(one)
    return () => watched.disconnect()
  })
  return scroller
}
