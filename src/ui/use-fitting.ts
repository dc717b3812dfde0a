import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Room that a rounded width may lack, in pixels. */
const roundingPx = 1

/**
 * Overflow of a row of buttons: how many of its children fit into it, from the first on, however wide it becomes. All of
 * them stay in it, so that they can be measured; those that do not fit are `data-folded`, and offered elsewhere. `key`
 * names what makes them wider or narrower.
 */
export function useFitting(key: string): readonly [row: RefObject<HTMLDivElement | null>, fits: number] {
  const row = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the children are measured anew when the key says so
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const end = element.getBoundingClientRect().right + roundingPx
      const all = [...element.children]
      const first = all.findIndex((child) => child.getBoundingClientRect().right > end)
      setFits(first < 0 ? all.length : first)
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }, [key])
  return [row, fits]
}
