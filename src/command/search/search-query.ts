import { foldText, searchTextMax } from './fold.ts'
import { type BigramMask, bigramMask, letterMask } from './letter-mask.ts'
import { plainPinyin } from './pinyin.ts'
import { plainRomaji } from './romaji.ts'
import { words as apart, lettersOnly } from './search-field.ts'

/** Fewer letters are too few to be heard with an accent. */
const accentedMin = 4

/** Search query: what was typed, taken apart once. */
export interface SearchQuery {
  /** Folded, with single spaces. */
  readonly text: string
  readonly compact: string
  readonly words: readonly string[]
  /** The words as they stand in `SearchField.prefixes`. */
  readonly prefixes: readonly string[]
  /** Nothing but Latin letters and digits: it may be pinyin or romaji. */
  readonly latin: boolean
  /** One or two Latin letters: too little to look for in the middle of things. */
  readonly short: boolean
  readonly romaji: string
  /** As pinyin, without what accents mix up; empty where it is too short to be told from anything else. */
  readonly accented: string
  /** Which letters occur in `compact` and in `accented`; see `letterMask`. */
  readonly letters: number
  /** Which pairs of letters stand side by side in its words, and in it as pinyin; see `bigramMask`. */
  readonly bigrams: BigramMask
  readonly accentBigrams: BigramMask
  readonly accentLetters: number
}

/** Understands `typed`; null where there is nothing to look for. */
export function parseSearchQuery(typed: string): SearchQuery | null {
  const text = foldText(typed.slice(0, searchTextMax)).trim().replace(/\s+/g, ' ')
  const letters = lettersOnly(text)
  if (!letters) return null
  const words = apart(text).map((word) => word.text)
  const accented = letters.length >= accentedMin && /^[a-z]+$/.test(letters) ? plainPinyin(letters) : ''
  const latin = /^[a-z\d]+$/.test(letters)
  return {
    text,
    compact: letters,
    words,
    prefixes: words.map((word) => ` ${word}`),
    latin,
    short: latin && letters.length <= 2,
    romaji: latin ? plainRomaji(letters) : '',
    accented,
    letters: letterMask(letters),
    bigrams: bigramMask(...words),
    accentBigrams: bigramMask(accented),
    accentLetters: letterMask(accented),
  }
}
