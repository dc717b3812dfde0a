/** A direction on the screen, and the key of it. */
const directions = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const
export type Direction = keyof typeof directions

/** Sideways distance counts more where nothing stands in the same row, or column. */
const askew = 3

const centre = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const

/** Whether two stand beside each other in a direction: in one row for left and right, in one column for up and down. */
const isBeside = (one: DOMRect, other: DOMRect, sideways: boolean): boolean =>
  sideways ? one.top < other.bottom && other.top < one.bottom : one.left < other.right && other.left < one.right

/** The nearest of `others` from `from` in a direction, in its row or column where there is one; none at the edge. */
function nearest(from: Element, others: readonly HTMLElement[], direction: Direction): HTMLElement | undefined {
  const [dx, dy] = directions[direction]
  const at = from.getBoundingClientRect()
  const [x, y] = centre(at)
  const ahead = others.flatMap((one) => {
    const there = one.getBoundingClientRect()
    const [toX, toY] = centre(there)
    const along = (toX - x) * dx + (toY - y) * dy
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx)
    const beside = isBeside(at, there, dx !== 0)
    return along > 1 ? [{ one, beside, far: beside ? along : along + askew * aside }] : []
  })
  const inLine = ahead.filter(({ beside }) => beside)
  return (inLine.length > 0 ? inLine : ahead).toSorted((a, b) => a.far - b.far)[0]?.one
}

/** Moves the focus to the next number in a direction; to the first one where none has it. */
export function moveFocus(within: Element | null, direction: Direction): void {
  const all = [...(within?.querySelectorAll<HTMLElement>('[data-number]') ?? [])]
  const active = all.find((one) => one === document.activeElement)
  const next = active ? nearest(active, all, direction) : all[0]
  next?.focus()
}
