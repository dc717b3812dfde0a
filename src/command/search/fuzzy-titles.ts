import Fuse, { type FuseResultMatch } from 'fuse.js/basic'
import type { Candidate } from './best-match.ts'
import { originalRange, type TextRange } from './fold.ts'
import { letterBit, type SearchField } from './search-field.ts'
import type { IndexedEntry } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'

/** Wrong letters per letter of the query. */
const threshold = 0.3
const lettersMin = 4
const hitsMax = 5
/** How many titles are compared letter by letter: that is slow. */
const comparedMax = 50

interface ComparedTitle {
  readonly item: IndexedEntry
  readonly field: SearchField
}

/** At least so many letters of `text` are wrong if `field` was meant. */
function typosMin(text: string, { folded, letters }: SearchField): number {
  let strange = 0
  for (let i = 0; i < text.length; i++) if (!(letters & letterBit(text, i))) strange++
  return Math.max(strange, text.length - folded.text.length)
}

/** The titles on the screen and in English that have the most of the letters of `text`. */
const plausible = (text: string, items: readonly IndexedEntry[]): ComparedTitle[] =>
  items
    .flatMap((item) =>
      [...new Set([item.fields[0], item.english])].map((field) => ({ item, field, wrong: typosMin(text, field) })),
    )
    .filter(({ wrong }) => wrong <= text.length * threshold)
    .sort((a, b) => a.wrong - b.wrong)
    .slice(0, comparedMax)

/** What Fuse hit of `field`, given its result for that field. */
export const fuseRanges = ({ folded }: SearchField, matches: FuseResultMatch | undefined): TextRange[] =>
  (matches?.indices ?? []).map(([first, last]) => originalRange(folded, first, last + 1))

/** Fuzzy match: what was meant, where letters are wrong, missing or swapped: at most 5 beside those already `found`. */
export function fuzzyTitles(
  { text }: SearchQuery,
  items: readonly IndexedEntry[],
  found: readonly Candidate[],
): Candidate[] {
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
  const hits = new Map<IndexedEntry, Candidate>()
  for (const { item: written, matches } of fuse.search(text)) {
    if (hits.size === hitsMax) break
    if (!hits.has(written.item))
      hits.set(written.item, { ...written, tier: 1, ranges: fuseRanges(written.field, matches?.[0]) })
  }
  return [...hits.values()]
}
