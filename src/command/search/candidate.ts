import type { Field } from './field.ts'
import type { Range } from './fold.ts'
import type { Item } from './indexed.ts'
import { match, places, type Tier } from './match.ts'
import type { Query } from './query.ts'

/** An item that was hit, the best of the texts it was hit by, and where in that text. */
export interface Candidate {
  readonly item: Item
  readonly field: Field
  readonly tier: Tier
  readonly ranges: readonly Range[]
}

/** All words, but not all in one text: 2 where the screen's language has them, 1 where others help out. */
function scattered(query: Query, item: Item): Candidate | null {
  const { words } = query
  if (query.short || !words.every((word) => item.far.includes(word))) return null
  const strange = words.filter((word) => !item.near.includes(word))
  const [own] = item.fields
  const field = item.fields.find(({ folded }) => strange.some((word) => folded.text.includes(word))) ?? own
  return { item, field, tier: strange.length ? 1 : 2, ranges: places(words, field) }
}

/** The best that `query` hits of `item`. What is not in the language of its first text counts one tier less. */
export function best(query: Query, item: Item): Candidate | null {
  const [own] = item.fields
  if (item.names.includes(query.text)) return { item, field: own, tier: 9, ranges: [] }
  let found: Candidate | null = null
  for (const field of item.fields) {
    const drop = field.language === own.language ? 0 : 1
    const hit = match(query, field, (found?.tier ?? 0) + drop)
    if (hit) found = { item, field, tier: hit.tier - drop, ranges: hit.ranges }
  }
  return found ?? scattered(query, item)
}
