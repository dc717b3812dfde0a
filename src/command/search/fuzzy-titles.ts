import Fuse, { type FuseResultMatch } from 'fuse.js/basic'
import { prefixEditDistance } from '#contract/kernel/edit-distance.ts'
import type { Candidate } from './best-match.ts'
import { originalRange, type TextRange } from './fold.ts'
import { letterBit, letterMask, lettersMissing } from './letter-mask.ts'
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
function plausible(text: string, items: readonly IndexedEntry[]): ComparedTitle[] {
  const most = text.length * threshold
  const letters = letterMask(text)
  const found: (ComparedTitle & { readonly wrong: number })[] = []
  const compare = (item: IndexedEntry, field: SearchField) => {
    if (lettersMissing(letters, field.letters) > most) return
    const wrong = typosMin(text, field)
    if (wrong <= most) found.push({ item, field, wrong })
  }
  for (const item of items) {
    const [own] = item.fields
    compare(item, own)
    if (item.english !== own) compare(item, item.english)
  }
  return found
    .sort((a, b) => a.wrong - b.wrong || lettersLeft(text, a.field) - lettersLeft(text, b.field))
    .slice(0, comparedMax)
}

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

/** Letters of pinyin that one error may be in: fewer are another word. */
const pinyinMin = 5

/** How many letters are wrong if `typed` begins `sound`; more than one are not counted. */
function oneError(typed: string, sound: string): number {
  if (sound.length < typed.length - 1 || !mayBegin(typed, sound)) return Number.POSITIVE_INFINITY
  return prefixEditDistance(typed, sound.slice(0, typed.length + 1))
}

/** Chinese titles that are spelled, or sound, as was typed but for one error, from any syllable on; the whole ones first. */
function misheard(
  { accented, compact, letters, accentLetters }: SearchQuery,
  items: readonly IndexedEntry[],
): Candidate[] {
  if (accented === '' || compact.length < pinyinMin) return []
  const found = items.flatMap((item) => {
    const field = item.fields.find(({ kind, sounds }) => kind === 'title' && sounds)
    if (!field?.sounds) return []
    const { spelled, accents, ranges, ...has } = field.sounds
    const first = accents.findIndex(
      (sound, i) =>
        (lettersMissing(letters, has.spelledLetters[i]!) <= 1 && oneError(compact, spelled[i]!) <= 1) ||
        (lettersMissing(accentLetters, has.accentLetters[i]!) <= 1 && oneError(accented, sound) <= 1),
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
  for (const candidate of [...misspelt(text, compared), ...misheard(query, unknown), ...anywhere]) {
    if (hits.size === hitsMax) break
    if (!hits.has(candidate.item)) hits.set(candidate.item, candidate)
  }
  return [...hits.values()]
}
