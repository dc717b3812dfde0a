import Fuse, { type FuseResultMatch } from 'fuse.js/basic'
import { prefixEditDistance } from '#contract/kernel/edit-distance.ts'
import type { Candidate } from './best-match.ts'
import { originalRange, type TextRange } from './fold.ts'
import { letterBit, type SearchField } from './search-field.ts'
import type { IndexedEntry } from './search-index.ts'
import type { SearchQuery } from './search-query.ts'

/** Wrong letters per letter of the query. */
const threshold = 0.3
const lettersMin = 4
const hitsMax = 5
/** What begins as was typed stands before what has the letters somewhere. */
const [misspeltTier, anywhereTier] = [1, 0]
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

/** How much longer or shorter a title is than what was typed. */
const lettersLeft = (text: string, { folded }: SearchField): number => Math.abs(folded.text.length - text.length)

/** The titles on the screen and in English that have the most of the letters of `text`. */
const plausible = (text: string, items: readonly IndexedEntry[]): ComparedTitle[] =>
  items
    .flatMap((item) =>
      [...new Set([item.fields[0], item.english])].map((field) => ({ item, field, wrong: typosMin(text, field) })),
    )
    .filter(({ wrong }) => wrong <= text.length * threshold)
    .sort((a, b) => a.wrong - b.wrong || lettersLeft(text, a.field) - lettersLeft(text, b.field))
    .slice(0, comparedMax)

/** What Fuse hit of `field`, given its result for that field. */
export const fuseRanges = ({ folded }: SearchField, matches: FuseResultMatch | undefined): TextRange[] =>
  (matches?.indices ?? []).map(([first, last]) => originalRange(folded, first, last + 1))

/** Wrong letters that are forgiven: one in a short query, two from six letters on, three from ten. */
const errorsMax = (letters: number): number => (letters < 6 ? 1 : letters < 10 ? 2 : 3)

/** Whether one error may lie between the first letters of what was typed and of a word: comparing all of it is slow. */
const mayBegin = (typed: string, word: string): boolean =>
  typed[0] === word[0] || typed[1] === word[1] || typed[0] === word[1] || typed[1] === word[0]

/** Titles that begin as was typed, from any of their words on, but for few errors; the fewest first. Swapped letters are one. */
function misspelt(text: string, compared: readonly ComparedTitle[]): Candidate[] {
  const most = errorsMax(text.length)
  return compared
    .map(({ item, field }) => {
      const [best] = field.words
        .filter((word) => mayBegin(text, word.text))
        .map(({ at }) => ({
          at,
          errors: prefixEditDistance(text, field.folded.text.slice(at, at + text.length + most)),
        }))
        .toSorted((a, b) => a.errors - b.errors)
      return { item, field, ...(best ?? { at: 0, errors: Number.POSITIVE_INFINITY }) }
    })
    .filter(({ errors }) => errors <= most)
    .toSorted((a, b) => a.errors - b.errors || lettersLeft(text, a.field) - lettersLeft(text, b.field))
    .map(({ item, field, at }) => {
      const to = Math.min(field.folded.text.length, at + text.length)
      return { item, field, tier: misspeltTier, ranges: [originalRange(field.folded, at, to)] }
    })
}

/** Fuzzy match: what was meant, where letters are wrong, missing or swapped: at most 5 beside those already `found`. */
export function fuzzyTitles(
  { text }: SearchQuery,
  items: readonly IndexedEntry[],
  found: readonly Candidate[],
): Candidate[] {
  if (text.length < lettersMin) return []
  const known = new Set(found.map(({ item }) => item))
  const unknown = items.filter((item) => !known.has(item))
  const compared = plausible(text, unknown)
  const fuse = new Fuse(compared, {
    threshold,
    ignoreLocation: true,
    includeMatches: true,
    minMatchCharLength: 2,
    keys: [{ name: 'title', getFn: ({ field }) => field.folded.text }],
  })
  const anywhere = fuse.search(text).map(
    ({ item: written, matches }): Candidate => ({
      ...written,
      tier: anywhereTier,
      ranges: fuseRanges(written.field, matches?.[0]),
    }),
  )
  const hits = new Map<IndexedEntry, Candidate>()
  for (const candidate of [...misspelt(text, compared), ...anywhere]) {
    if (hits.size === hitsMax) break
    if (!hits.has(candidate.item)) hits.set(candidate.item, candidate)
  }
  return [...hits.values()]
}
