import { originalRange, type TextRange } from './fold.ts'
import { mayHold } from './letter-mask.ts'
import { matchAccent, matchPinyin, type PinyinTitle } from './pinyin.ts'
import { syllableAt } from './romaji.ts'
import type { SearchField } from './search-field.ts'
import type { SearchQuery } from './search-query.ts'

/**
 * Match tier: how well something was hit, best first: 9 code or id · 8 whole title · 7 title begins · 6 every word begins a word ·
 * 5 initials · 4 syllables · 3 inside the title · 2 all words somewhere · 1 typing errors at the
 * beginning of a word · 0 elsewhere. One less in another language.
 */
export type Tier = number

/** A text that was hit, and where in it as it is shown. */
export interface FieldMatch {
  readonly tier: Tier
  readonly ranges: readonly TextRange[]
}
/** Tells what of the field the query hits; null where it does not. */
type Matcher = (query: SearchQuery, field: SearchField) => readonly TextRange[] | null

const rangeOf = ({ folded }: SearchField, at: number, length: number): TextRange =>
  originalRange(folded, at, at + length)

const wholeTitle: Matcher = ({ compact }, field) => (field.compact === compact ? [[0, field.shown.length]] : null)

const titlePrefix: Matcher = ({ compact }, field) => {
  if (!field.compact.startsWith(compact)) return null
  let [letters, end] = [0, 0]
  for (const character of field.folded.text) {
    if (letters >= compact.length) break
    if (/[\p{L}\p{N}]/u.test(character)) letters += character.length
    end += character.length
  }
  return [rangeOf(field, 0, end)]
}

const wordPrefixes: Matcher = ({ words, prefixes }, field) =>
  prefixes.every((beginning) => field.prefixes.includes(beginning))
    ? words.map((word) => rangeOf(field, field.words.find(({ text }) => text.startsWith(word))!.at, word.length))
    : null

/** From the first word or syllable on; two letters and more from any. */
const initials: Matcher = ({ compact }, field) => {
  const at = field.initials.indexOf(compact)
  return at === 0 || (at > 0 && compact.length > 1) ? field.initialsAt.slice(at, at + compact.length) : null
}

/** Of what sounds only: the first letters of other words are nobody's name for it. */
const soundInitials: Matcher = (query, field) => (field.sounds ? initials(query, field) : null)

/** Whether a title may be spelled so: what is typed of its syllables stands in it. */
const maySpell = ({ latin, masks }: SearchQuery, sounds: PinyinTitle): boolean =>
  latin && mayHold(sounds.typedMasks, masks)

/** Whether it may sound so with an accent. */
const mayAccent = ({ accented, accentMasks }: SearchQuery, sounds: PinyinTitle): boolean =>
  accented !== '' && mayHold(sounds.accentMasks[0]!, accentMasks)

const likelyPinyin: Matcher = (query, { sounds }) => {
  const range = sounds && maySpell(query, sounds) && matchPinyin(sounds, sounds.likely, query.compact)
  return range ? [range] : null
}

const anyPinyin: Matcher = (query, { sounds }) => {
  const range = sounds?.every && maySpell(query, sounds) && matchPinyin(sounds, sounds.every, query.compact)
  return range ? [range] : null
}

/** As it sounds with an accent: z for zh, n for ng, l for n. */
const accentedPinyin: Matcher = (query, { sounds }) => {
  const range = sounds && mayAccent(query, sounds) && matchAccent(sounds, query.accented)
  return range ? [range] : null
}

/** Kana and the title they belong to are not aligned, so nothing is marked. */
const romaji: Matcher = (query, field) =>
  query.romaji.length > 1 && syllableAt(field.romaji, query.romaji) >= 0 ? [] : null

const substring: Matcher = ({ text }, field) => {
  const at = field.folded.text.indexOf(text)
  return at < 0 ? null : [rangeOf(field, at, text.length)]
}

interface TierMatcher {
  readonly tier: Tier
  readonly hits: Matcher
  /** It hits letters as they are written: all of them have to be there. */
  readonly written?: true
}
const tierMatchers: Readonly<Record<SearchField['kind'], readonly TierMatcher[]>> = {
  title: [
    { tier: 8, hits: wholeTitle, written: true },
    { tier: 7, hits: titlePrefix, written: true },
    { tier: 6, hits: wordPrefixes, written: true },
    { tier: 5, hits: initials },
    { tier: 4, hits: likelyPinyin },
    { tier: 3, hits: substring, written: true },
    { tier: 3, hits: anyPinyin },
    { tier: 3, hits: accentedPinyin },
  ],
  kana: [
    { tier: 8, hits: wholeTitle, written: true },
    { tier: 7, hits: titlePrefix, written: true },
    { tier: 4, hits: romaji },
    { tier: 3, hits: substring, written: true },
  ],
  word: [
    { tier: 6, hits: titlePrefix, written: true },
    { tier: 6, hits: wordPrefixes, written: true },
    { tier: 3, hits: soundInitials },
    { tier: 3, hits: likelyPinyin },
    { tier: 2, hits: accentedPinyin },
  ],
}

/** Whether a text that lacks what was typed may be meant by how it sounds, or by its initials. Nearly none is: that is asked first. */
function isHeard(query: SearchQuery, { kind, sounds, initials }: SearchField): boolean {
  const { compact, romaji } = query
  if (kind !== 'word' && compact.length <= initials.length) return true
  if (kind === 'kana') return romaji !== ''
  if (!sounds) return false
  return (sounds.firstLetters.includes(compact[0]!) && maySpell(query, sounds)) || mayAccent(query, sounds)
}

/** How `query` hits this one text, if better than tier `above`. A short query is not looked for in the middle. */
export function matchField(query: SearchQuery, field: SearchField, above: number): FieldMatch | null {
  const lacks = !mayHold(field, query.written)
  if (lacks && !isHeard(query, field)) return null
  for (const { tier, hits, written } of tierMatchers[field.kind]) {
    if (tier <= above || (query.short && tier < 5)) return null
    if (written && lacks) continue
    const ranges = hits(query, field)
    if (ranges) return { tier, ranges }
  }
  return null
}

/** The first place in `field` of each of `words` that it holds: marks for a hit that is spread over several texts. */
export const rangesOfWords = (words: readonly string[], field: SearchField): TextRange[] =>
  words.flatMap((word) => {
    const at = field.folded.text.indexOf(word)
    return at < 0 ? [] : [rangeOf(field, at, word.length)]
  })
