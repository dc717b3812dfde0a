import { sha256 } from '#server/kernel/base/secrets.ts'

/** Sampling strategy: what is drawn of some work, by rules that those who draw keep. */
export interface SamplingStrategy<One, Rule extends string> {
  /** The rule by which a piece is drawn whatever else is; null: it is drawn by share. */
  standing(one: One): Rule | null
  /** Whose share it counts for, by the rest of a key. */
  group(one: One): string
  /** The share of a group that is drawn, in ppm, and the rule that says so. */
  share(one: One): { readonly ppm: number; readonly rule: Rule }
}

/** A piece of work that was drawn, and by which rule. */
export type Drawn<One, Rule extends string> = One & { readonly rule: Rule }

const million = 1_000_000

function groupsOf<One>(items: readonly One[], group: (one: One) => string): One[][] {
  const groups = new Map<string, One[]>()
  for (const one of items) {
    const known = groups.get(group(one))
    if (known) known.push(one)
    else groups.set(group(one), [one])
  }
  return [...groups.values()]
}

/**
 * Draws the sample of a day (seeded random sampling). Work is ranked by the hash of seed and id, so that the same seed and
 * the same work draw the same sample, in whatever order it comes, and nobody who lacks the seed can tell which. Of a share at
 * least that much is drawn of each group; what a standing rule draws does not count for it.
 */
export function drawSample<Known extends { readonly id: string }, One extends Known, Rule extends string>(
  items: readonly One[],
  { standing, group, share }: SamplingStrategy<Known, Rule>,
  seed: string,
): Drawn<One, Rule>[] {
  const ruled = items.map((one) => ({ one, rule: standing(one) }))
  const drawn = ruled.flatMap(({ one, rule }) => (rule === null ? [] : [{ ...one, rule }]))
  const others = ruled.flatMap(({ one, rule }) => (rule === null ? [one] : []))
  const shared = groupsOf(others, group).flatMap((some) => {
    const { ppm, rule } = share(some[0]!) // a group has some
    const ranked = some
      .map((one) => ({ one, rank: sha256(`${seed} ${one.id}`) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    return ranked.slice(0, Math.ceil((some.length * ppm) / million)).map(({ one }) => ({ ...one, rule }))
  })
  return [...drawn, ...shared].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
