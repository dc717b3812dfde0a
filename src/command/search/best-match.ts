import type { TextRange } from './fold.ts'
import type { IndexedEntry } from './indexed-entry.ts'
import { matchField, rangesOfWords, type Tier } from './match-tiers.ts'
import type { SearchField } from './search-field.ts'
import type { SearchQuery } from './search-query.ts'
import { fieldBit } from './text-table.ts'

/** An item that was hit, the best of the texts it was hit by, and where in that text. */
export interface Candidate {
  readonly item: IndexedEntry
  readonly field: SearchField
  readonly tier: Tier
  readonly ranges: readonly TextRange[]
}

/** All words, but not all in one text: 2 where the screen's language has them, 1 where others help out. */
function scatteredMatch(query: SearchQuery, item: IndexedEntry): Candidate | null {
  const { words } = query
  if (query.short || !words.every((word) => item.allText.includes(word))) return null
  const strange = words.filter((word) => !item.ownText.includes(word))
  const [own] = item.fields
  const field = item.fields.find(({ folded }) => strange.some((word) => folded.text.includes(word))) ?? own
  return { item, field, tier: strange.length ? 1 : 2, ranges: rangesOfWords(words, field) }
}

/** A page whose path was typed, whole or in part: the addresses of the specification are names that staff know. */
const pathTier = 6

/** Whether `query` is written as paths are, and is a part of this one: `order_list`, `/order_management/order`. */
const isPathOf = ({ text }: SearchQuery, { path }: IndexedEntry): boolean => /[_/]/.test(text) && path.includes(text)

/** One or two letters begin something in every language: those of others are meant from three on. */
const isTooShort = ({ short }: SearchQuery, drop: number): boolean => short && drop > 0

/**
 * The best that `query` hits of `item`. What is not in the language of its first text counts one tier less. `meant`: the
 * fields that may be hit, as bits; see `TextTable`.
 */
export function bestMatch(query: SearchQuery, item: IndexedEntry, meant = -1): Candidate | null {
  const [own] = item.fields
  if (item.names.includes(query.text)) return { item, field: own, tier: 9, ranges: [] }
  let found: Candidate | null = null
  let place = 0
  for (const field of item.fields) {
    const drop = field.language === own.language ? 0 : 1
    if ((meant & fieldBit(place++)) === 0 || isTooShort(query, drop)) continue
    const hit = matchField(query, field, (found?.tier ?? 0) + drop)
    if (hit) found = { item, field, tier: hit.tier - drop, ranges: hit.ranges }
  }
  const byPath = (found?.tier ?? 0) < pathTier && isPathOf(query, item)
  return byPath ? { item, field: own, tier: pathTier, ranges: [] } : (found ?? scatteredMatch(query, item))
}
