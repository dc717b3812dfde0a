import Fuse, { type FuseResultMatch } from 'fuse.js/basic'
import type { Candidate } from './candidate.ts'
import { type Field, letterBit } from './field.ts'
import { original, type Range } from './fold.ts'
import type { Item } from './indexed.ts'
import type { Query } from './query.ts'

/** Wrong letters per letter of the query. */
const threshold = 0.3
const lettersMin = 4
const hitsMax = 5
/** How many titles are compared letter by letter: that is slow. */
const comparedMax = 50

interface Written {
  readonly item: Item
  readonly field: Field
}

/** At least so many letters of `text` are wrong if `field` was meant. */
function wrongMin(text: string, { folded, letters }: Field): number {
  let strange = 0
  for (let i = 0; i < text.length; i++) if (!(letters & letterBit(text, i))) strange++
  return Math.max(strange, text.length - folded.text.length)
}

/** The titles on the screen and in English that have the most of the letters of `text`. */
const plausible = (text: string, items: readonly Item[]): Written[] =>
  items
    .flatMap((item) =>
      [...new Set([item.fields[0], item.english])].map((field) => ({ item, field, wrong: wrongMin(text, field) })),
    )
    .filter(({ wrong }) => wrong <= text.length * threshold)
    .sort((a, b) => a.wrong - b.wrong)
    .slice(0, comparedMax)

/** What Fuse hit of `field`, given its result for that field. */
export const struck = ({ folded }: Field, matches: FuseResultMatch | undefined): Range[] =>
  (matches?.indices ?? []).map(([first, last]) => original(folded, first, last + 1))

/** What was meant, where letters are wrong, missing or swapped: at most 5 beside those already `found`. */
export function misspelt({ text }: Query, items: readonly Item[], found: readonly Candidate[]): Candidate[] {
  if (text.length < lettersMin) return []
  const known = new Set(found.map(({ item }) => item))
  const unknown = items.filter((item) => !known.has(item))
  const fuse = new Fuse(plausible(text, unknown), {
    threshold,
    ignoreLocation: true,
    includeMatches: true,
    minMatchCharLength: 2,
    keys: [{ name: 'title', getFn: ({ field }) => field.folded.text }],
  })
  const hits = new Map<Item, Candidate>()
  for (const { item: written, matches } of fuse.search(text)) {
    if (hits.size === hitsMax) break
    if (!hits.has(written.item))
      hits.set(written.item, { ...written, tier: 1, ranges: struck(written.field, matches?.[0]) })
  }
  return [...hits.values()]
}
