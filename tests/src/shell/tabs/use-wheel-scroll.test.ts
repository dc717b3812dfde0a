import { expect, test, vi } from 'vitest'
import { scrollSideways } from '#src/shell/tabs/use-wheel-scroll.ts'

/** A strip of which so many pixels are out of sight, as a browser keeps it: never past its ends. */
function stripOf(most: number, at = 0) {
  let left = at
  return {
    get scrollLeft() {
      return left
    },
    set scrollLeft(to: number) {
      left = Math.max(0, Math.min(most, to))
    },
  }
}
const wheel = (deltaY: number, more: Partial<Pick<WheelEvent, 'deltaMode' | 'ctrlKey'>> = {}) => ({
  ...{ deltaY, deltaMode: 0, ctrlKey: false, ...more },
  preventDefault: vi.fn(),
})

test.for([
  ['down', 100, 0, 100],
  ['up', -100, 250, 150],
  ['down, by lines', 3, 0, 48],
] as const)('the wheel scrolls a strip sideways: %s', ([name, deltaY, from, to]) => {
  const strip = stripOf(500, from)
  const event = wheel(deltaY, { deltaMode: name.endsWith('lines') ? 1 : 0 })
  scrollSideways(strip, event)

  expect(strip.scrollLeft).toBe(to)
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test.for([
  ['at its end', stripOf(500, 500), wheel(100)],
  ['where all is in sight', stripOf(0), wheel(100)],
  ['while it sizes the page', stripOf(500), wheel(100, { ctrlKey: true })],
] as const)('%s the wheel is the page’s', ([, strip, event]) => {
  const before = strip.scrollLeft
  scrollSideways(strip, event)

  expect(strip.scrollLeft).toBe(before)
  expect(event.preventDefault).not.toHaveBeenCalled()
})
