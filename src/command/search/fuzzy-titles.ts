import type { FuseResultMatch } from 'fuse.js/basic'
import { prefixEditDistance } from '#contract/kernel/edit-distance.ts'
import type { Candidate } from './best-match.ts'
import { approximateMatcher } from './bitap.ts'
import { originalRange, type TextRange } from './fold.ts'
import type { IndexedEntry } from './indexed-entry.ts'
import { letterBit, letterMask, MaskTable } from './letter-mask.ts'
import type { SearchField } from './search-field.ts'
import type { SearchQuery } from './search-query.ts'
import { misheard, type SpokenTitles } from './spoken-titles.ts'

/** Wrong letters per letter of the query. */
const threshold = 0.3
const lettersMin = 4
const hitsMax = 5
/** What begins as was typed stands before what has the letters somewhere. */
const [misspeltTier, anywhereTier] = [1, 0]
/** How many titles are compared letter by letter: that is slow. */
const comparedMax = 50
/** Differences in length that are told apart. */
const lengthsTold = 64

/** Titles that errors are looked for in, with what is known of them side by side: nearly all are passed over unseen. */
export interface MisspeltTitles {
  readonly titles: readonly ComparedTitle[]
  readonly masks: MaskTable
  readonly lengths: Int32Array
}
/** A title that errors are looked for in. */
interface ComparedTitle {
  readonly item: IndexedEntry
  readonly field: SearchField
}

/** What errors are looked for in of `items`. */
export function misspeltTitles(items: readonly IndexedEntry[]): MisspeltTitles {
  const titles = items.flatMap((item) => item.misspelt.map((field) => ({ item, field })))
  return {
    titles,
    masks: new MaskTable(titles.map(({ field }) => field)),
    lengths: Int32Array.from(titles, ({ field }) => field.folded.text.length),
  }
}

/** How many of the letters that were typed, whose bits these are, do not occur in `field`. */
function strangeLetters(bits: readonly number[], { letters }: SearchField): number {
  let strange = 0
  for (const bit of bits) if (!(letters & bit)) strange++
  return strange
}

/** How much longer or shorter a title is than what was typed. */
const lettersLeft = (text: string, { folded }: SearchField): number => Math.abs(folded.text.length - text.length)

/** The titles on the screen and in English that have the most of what was typed: of its pairs of letters, then of its length. */
function plausible(
  { text, written }: SearchQuery,
  { titles, masks, lengths }: MisspeltTitles,
  known: ReadonlySet<IndexedEntry>,
): ComparedTitle[] {
  const most = text.length * threshold
  const typed = { ...written, letters: letterMask(text) }
  const bits = Array.from(text, (_, at) => letterBit(text, at))
  // a bucket for each rank: there are few, and thousands of titles
  const ranked: ComparedTitle[][] = []
  for (const [at, length] of lengths.entries()) {
    if (text.length - length > most) continue
    const strange = masks.lettersMissing(at, typed)
    if (strange > most) continue
    const title = titles[at]!
    if ((strange > 0 && strangeLetters(bits, title.field) > most) || known.has(title.item)) continue
    const rank =
      masks.bigramsMissing(at, typed) * lengthsTold + Math.min(lengthsTold - 1, Math.abs(length - text.length))
    ranked[rank] ??= []
    ranked[rank].push(title)
  }
  const found: ComparedTitle[] = []
  for (const bucket of ranked) {
    if (bucket) found.push(...bucket)
    if (found.length >= comparedMax) break
  }
  return found.slice(0, comparedMax)
}

/** What Fuse hit of `field`, given its result for that field. */
export const fuseRanges = ({ folded }: SearchField, matches: FuseResultMatch | undefined): TextRange[] =>
  (matches?.indices ?? []).map(([first, last]) => originalRange(folded, first, last + 1))

/** Wrong letters that are forgiven: one in a short query, two from six letters on, three from ten. */
const errorsMax = (letters: number): number => (letters < 6 ? 1 : letters < 10 ? 2 : 3)

/** Whether one error may lie between the first letters of what was typed and of a word: comparing all of it is slow. */
const mayBegin = (typed: string, word: string): boolean =>
  typed[0] === word[0] || typed[1] === word[1] || typed[0] === word[1] || typed[1] === word[0]

/** A title from each of its words on. Kana is typed without what sets its words apart. */
const beginningsOf = ({ kind, compact, folded, words }: SearchField) =>
  kind === 'kana' ? [{ at: 0, rest: compact }] : words.map(({ at }) => ({ at, rest: folded.text.slice(at) }))

/** Titles that begin as was typed, from any of their words on, but for few errors; the fewest first. Swapped letters are one. */
function misspelt(text: string, compared: readonly ComparedTitle[]): Candidate[] {
  const most = errorsMax(text.length)
  return compared
    .map(({ item, field }) => {
      const [best] = beginningsOf(field)
        .filter(({ rest }) => mayBegin(text, rest))
        .map(({ at, rest }) => ({ at, errors: prefixEditDistance(text, rest.slice(0, text.length + most)) }))
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

/** Titles that hold what was typed somewhere, but for few errors; the fewest first. */
function anywhere(text: string, compared: readonly ComparedTitle[]): Candidate[] {
  const nearest = approximateMatcher(text, Math.floor(text.length * threshold))
  return compared
    .flatMap(({ item, field }) => {
      const match = nearest(field.folded.text)
      return match ? [{ item, field, ...match }] : []
    })
    .toSorted((a, b) => a.errors - b.errors || lettersLeft(text, a.field) - lettersLeft(text, b.field))
    .map(({ item, field, end }) => {
      const ranges = [originalRange(field.folded, Math.max(0, end - text.length), end)]
      return { item, field, tier: anywhereTier, ranges }
    })
}

/** What typing errors are looked for in, and what is typed by its sound. */
export interface FuzzyIndex {
  readonly misspelt: MisspeltTitles
  readonly spoken: SpokenTitles
}

/** Fuzzy match: what was meant, where letters are wrong, missing or swapped: at most 5 beside those already `found`. */
export function fuzzyTitles(
  query: SearchQuery,
  { misspelt: titles, spoken }: FuzzyIndex,
  found: readonly Candidate[],
): Candidate[] {
  const { text } = query
  if (text.length < lettersMin) return []
  const known = new Set(found.map(({ item }) => item))
  const compared = plausible(query, titles, known)
  const hits = new Map<IndexedEntry, Candidate>()
  for (const candidate of [...misspelt(text, compared), ...misheard(query, spoken), ...anywhere(text, compared)]) {
    if (hits.size === hitsMax) break
    if (!known.has(candidate.item) && !hits.has(candidate.item)) hits.set(candidate.item, candidate)
  }
  return [...hits.values()]
}
