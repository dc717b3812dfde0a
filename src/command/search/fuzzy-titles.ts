import type { FuseResultMatch } from 'fuse.js/basic'
import { prefixEditDistance } from '#contract/kernel/edit-distance.ts'
import type { Candidate } from './best-match.ts'
import { approximateMatcher } from './bitap.ts'
import { originalRange, type TextRange } from './fold.ts'
import { bigramsMissing, letterBit, letterMask, lettersMissing } from './letter-mask.ts'
import type { SearchField } from './search-field.ts'
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
/** Differences in length that are told apart. */
const lengths = 64

interface ComparedTitle {
  readonly item: IndexedEntry
  readonly field: SearchField
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
function plausible({ text, bigrams }: SearchQuery, items: readonly IndexedEntry[]): ComparedTitle[] {
  const most = text.length * threshold
  const letters = letterMask(text)
  const bits = Array.from(text, (_, at) => letterBit(text, at))
  // a bucket for each rank: there are few, and thousands of titles
  const ranked: ComparedTitle[][] = []
  const compare = (item: IndexedEntry, field: SearchField) => {
    const strange = lettersMissing(letters, field.letters)
    if (strange > most || text.length - field.folded.text.length > most) return
    if (strange > 0 && strangeLetters(bits, field) > most) return
    const rank = bigramsMissing(bigrams, field.bigrams) * lengths + Math.min(lengths - 1, lettersLeft(text, field))
    ranked[rank] ??= []
    ranked[rank].push({ item, field })
  }
  for (const item of items) for (const field of item.misspelt) compare(item, field)
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

/** Pairs of letters that one error changes at most: two letters swapped stand in three. */
const errorBigrams = 3

/** Letters of pinyin that one error may be in: fewer are another word. */
const pinyinMin = 5

/** How many letters are wrong if `typed` begins `sound`; more than one are not counted. */
function oneError(typed: string, sound: string): number {
  if (sound.length < typed.length - 1 || !mayBegin(typed, sound)) return Number.POSITIVE_INFINITY
  return prefixEditDistance(typed, sound.slice(0, typed.length + 1))
}

/** Chinese titles that are spelled, or sound, as was typed but for one error, from any syllable on; the whole ones first. */
function misheard(
  { accented, compact, letters, accentLetters, bigrams, accentBigrams }: SearchQuery,
  items: readonly IndexedEntry[],
): Candidate[] {
  if (accented === '' || compact.length < pinyinMin) return []
  const found = items.flatMap((item) => {
    if (!item.spoken) return []
    const { field, sounds: has } = item.spoken
    const { spelled, accents, ranges } = has
    // what is not in the whole of it is in no end of it
    const far = lettersMissing(letters, has.spelledLetters[0]!) > 1
    if (far && lettersMissing(accentLetters, has.accentLetters[0]!) > 1) return []
    const first = accents.findIndex(
      (sound, i) =>
        (lettersMissing(letters, has.spelledLetters[i]!) <= 1 &&
          bigramsMissing(bigrams, has.spelledBigrams[i]!) <= errorBigrams &&
          oneError(compact, spelled[i]!) <= 1) ||
        (lettersMissing(accentLetters, has.accentLetters[i]!) <= 1 &&
          bigramsMissing(accentBigrams, has.accentBigrams[i]!) <= errorBigrams &&
          oneError(accented, sound) <= 1),
    )
    if (first < 0) return []
    const range: TextRange = [ranges[first]![0], ranges.at(-1)![1]]
    const left = Math.abs(spelled[first]!.length - compact.length)
    return { first, left, candidate: { item, field, tier: misspeltTier, ranges: [range] } }
  })
  return found.toSorted((a, b) => a.left - b.left || a.first - b.first).map(({ candidate }) => candidate)
}

/** Fuzzy match: what was meant, where letters are wrong, missing or swapped: at most 5 beside those already `found`. */
export function fuzzyTitles(
  query: SearchQuery,
  items: readonly IndexedEntry[],
  found: readonly Candidate[],
): Candidate[] {
  const { text } = query
  if (text.length < lettersMin) return []
  const known = new Set(found.map(({ item }) => item))
  const unknown = items.filter((item) => !known.has(item))
  const compared = plausible(query, unknown)
  const hits = new Map<IndexedEntry, Candidate>()
  for (const candidate of [...misspelt(text, compared), ...misheard(query, unknown), ...anywhere(text, compared)]) {
    if (hits.size === hitsMax) break
    if (!hits.has(candidate.item)) hits.set(candidate.item, candidate)
  }
  return [...hits.values()]
}
