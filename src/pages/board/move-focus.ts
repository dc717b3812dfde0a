/** A direction on the screen, and the key of it. */
const directions = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const
export type Direction = keyof typeof directions

/** Sideways distance counts more: the next in a row comes before whatever is nearer askew. */
const askew = 3

const centre = (of: Element): readonly [x: number, y: number] => {
  const { left, top, width, height } = of.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

/** The nearest of `others` from `from` in a direction; none at the edge. */
function nearest(from: Element, others: readonly HTMLElement[], direction: Direction): HTMLElement | undefined {
  const [dx, dy] = directions[direction]
  const [x, y] = centre(from)
  const ahead = others.flatMap((one) => {
    const [toX, toY] = centre(one)
    const along = (toX - x) * dx + (toY - y) * dy
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx)
    return along > 1 ? [{ one, far: along + askew * aside }] : []
  })
  return ahead.toSorted((a, b) => a.far - b.far)[0]?.one
}

/** Moves the focus to the next number in a direction; to the first one where none has it. */
export function moveFocus(within: Element | null, direction: Direction): void {
  const all = [...(within?.querySelectorAll<HTMLElement>('[data-number]') ?? [])]
  const active = all.find((one) => one === document.activeElement)
  const next = active ? nearest(active, all, direction) : all[0]
  next?.focus()
}
