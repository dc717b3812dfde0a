import type { QueueCount } from '#contract/overview.ts'

const urgency: Readonly<Record<QueueCount['tone'], number>> = { bad: 0, warn: 1, neutral: 2 }
const rankOf = ({ tone, count }: QueueCount): number => (count === 0 ? 3 : urgency[tone])

/** Queues by urgency: what should not be there first, what is empty last; else as they came. */
export const byUrgency = (piles: readonly QueueCount[]): readonly QueueCount[] =>
  piles.toSorted((a, b) => rankOf(a) - rankOf(b))

/** In how many columns so many tiles stand without one being left alone in its row. */
export function columnsFor(count: number): number {
  if (count <= 5) return Math.max(1, count)
  return [4, 5, 3].find((columns) => count % columns !== 1) ?? 4
}
