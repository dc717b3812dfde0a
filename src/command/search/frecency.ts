/** Usage: one use of a command. `at`: milliseconds since 1970. */
export interface Usage {
  readonly id: string
  readonly at: number
}

const halfLifeMs = 14 * 24 * 60 * 60 * 1000

/** Frecency: how often and how lately each id was used, seen from `now`: a use counts 1, after 14 days a half, and so on. */
export function frecency(history: readonly Usage[], now: number): (id: string) => number {
  const sums = new Map<string, number>()
  for (const { id, at } of history) sums.set(id, (sums.get(id) ?? 0) + 0.5 ** (Math.max(0, now - at) / halfLifeMs))
  return (id) => sums.get(id) ?? 0
}
