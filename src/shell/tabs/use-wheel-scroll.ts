import { type RefCallback, useCallback, useEffect, useRef } from 'react'

/** A line of text in pixels, for a mouse that is told of in lines. */
const linePixels = 16

/** Moves a strip sideways by a turn of the wheel. At its end, and where all of it is in sight, the turn is the page's. */
export function scrollSideways(
  strip: { scrollLeft: number },
  event: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey' | 'preventDefault'>,
): void {
  if (event.ctrlKey) return // sizes the page
  const before = strip.scrollLeft
  strip.scrollLeft += event.deltaY * (event.deltaMode === 0 ? 1 : linePixels)
  if (strip.scrollLeft !== before) event.preventDefault()
}

/** A strip of tabs that the wheel scrolls sideways, and in which whatever is in `front` is brought into sight. */
export function useWheelScroll<Strip extends HTMLElement>(front: string | null | undefined): RefCallback<Strip> {
  const shown = useRef<Strip>(null)
  useEffect(() => {
    const inFront = front && shown.current?.querySelector('[data-front], [aria-current=page], [aria-selected=true]')
    if (inFront) inFront.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front])
  return useCallback((strip: Strip) => {
    shown.current = strip
    const turn = (event: WheelEvent) => scrollSideways(strip, event)
    // React listens passively: the page below would scroll as well
    strip.addEventListener('wheel', turn, { passive: false })
    return () => {
      shown.current = null
      strip.removeEventListener('wheel', turn)
    }
  }, [])
}
