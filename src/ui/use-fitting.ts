import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Room that a rounded width may lack, in pixels. */
const roundingPx = 1

/** How many children of a row end where it does or before. */
function countFitting(row: Element): number {
  const end = row.getBoundingClientRect().right + roundingPx
  const all = [...row.children]
  const first = all.findIndex((child) => child.getBoundingClientRect().right > end)
  return first < 0 ? all.length : first
}

/**
 * Overflow of a row of buttons: how many of its children fit into it, from the first on, however wide it and they become.
 * All of them stay in it, so that they can be measured; those that do not fit are `data-folded`, and offered elsewhere.
 */
export function useFitting(): readonly [row: RefObject<HTMLDivElement | null>, fits: number] {
  const row = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => setFits(countFitting(element))
    const [resized, changed] = [new ResizeObserver(look), new MutationObserver(look)]
    resized.observe(element)
    // before anything is drawn: no button is seen where it does not fit
    changed.observe(element, { childList: true, subtree: true, characterData: true })
    look()
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [])
  return [row, fits]
}
