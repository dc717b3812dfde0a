import type { Field } from './field.ts'
import { original, type Range } from './fold.ts'
import { sounding } from './pinyin.ts'
import type { Query } from './query.ts'
import { syllableAt } from './romaji.ts'

/**
 * How well something was hit, best first: 9 code or id · 8 whole title · 7 title begins · 6 every word begins a word ·
 * 5 initials · 4 syllables · 3 inside the title · 2 all words somewhere · 1 typing errors. One less in another language.
 */
export type Tier = number

/** A text that was hit, and where in it as it is shown. */
export interface Match {
  readonly tier: Tier
  readonly ranges: readonly Range[]
}
/** Tells what of the field the query hits; null where it does not. */
type Matcher = (query: Query, field: Field) => readonly Range[] | null

const part = ({ folded }: Field, at: number, length: number): Range => original(folded, at, at + length)

const whole: Matcher = ({ tight }, field) => (field.tight === tight ? [[0, field.shown.length]] : null)

const beginning: Matcher = ({ tight }, field) => {
  if (!field.tight.startsWith(tight)) return null
  let [letters, end] = [0, 0]
  for (const character of field.folded.text) {
    if (letters >= tight.length) break
    if (/[\p{L}\p{N}]/u.test(character)) letters += character.length
    end += character.length
  }
  return [part(field, 0, end)]
}

const wordBeginnings: Matcher = ({ words, beginnings }, field) =>
  beginnings.every((beginning) => field.beginnings.includes(beginning))
    ? words.map((word) => part(field, field.words.find(({ text }) => text.startsWith(word))!.at, word.length))
    : null

/** From the first word or syllable on; two letters and more from any. */
const initials: Matcher = ({ tight }, field) => {
  const at = field.initials.indexOf(tight)
  return at === 0 || (at > 0 && tight.length > 1) ? field.initialsAt.slice(at, at + tight.length) : null
}

const likely: Matcher = ({ latin, tight }, { sounds }) => {
  const range = latin && sounds && sounding(sounds, sounds.likely, tight)
  return range ? [range] : null
}
const unlikely: Matcher = ({ latin, tight }, { sounds }) => {
  const range = latin && sounds?.every && sounding(sounds, sounds.every, tight)
  return range ? [range] : null
}

/** Kana and the title they belong to are not aligned, so nothing is marked. */
const romaji: Matcher = (query, field) =>
  query.romaji.length > 1 && syllableAt(field.romaji, query.romaji) >= 0 ? [] : null

const inside: Matcher = ({ text }, field) => {
  const at = field.folded.text.indexOf(text)
  return at < 0 ? null : [part(field, at, text.length)]
}

interface Step {
  readonly tier: Tier
  readonly hits: Matcher
}
const steps: Readonly<Record<Field['kind'], readonly Step[]>> = {
  title: [
    { tier: 8, hits: whole },
    { tier: 7, hits: beginning },
    { tier: 6, hits: wordBeginnings },
    { tier: 5, hits: initials },
    { tier: 4, hits: likely },
    { tier: 3, hits: inside },
    { tier: 3, hits: unlikely },
  ],
  kana: [
    { tier: 8, hits: whole },
    { tier: 7, hits: beginning },
    { tier: 4, hits: romaji },
    { tier: 3, hits: inside },
  ],
  word: [
    { tier: 6, hits: beginning },
    { tier: 6, hits: wordBeginnings },
  ],
}

/** How `query` hits this one text, if better than tier `above`. A short query is not looked for in the middle. */
export function match(query: Query, field: Field, above: number): Match | null {
  for (const { tier, hits } of steps[field.kind]) {
    if (tier <= above || (query.short && tier < 5)) return null
    const ranges = hits(query, field)
    if (ranges) return { tier, ranges }
  }
  return null
}

/** The first place in `field` of each of `words` that it holds: marks for a hit that is spread over several texts. */
export const places = (words: readonly string[], field: Field): Range[] =>
  words.flatMap((word) => {
    const at = field.folded.text.indexOf(word)
    return at < 0 ? [] : [part(field, at, word.length)]
  })
