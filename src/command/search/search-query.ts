import { foldText, searchTextMax } from './fold.ts'
import { masksOf, type TextMasks } from './letter-mask.ts'
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
  /** Which letters occur in it, and which pairs of them stand side by side in its words. */
  readonly written: TextMasks
  /** The same of each word alone, of all letters as if it were one word, of it as romaji, and of it as accented pinyin. */
  readonly wordMasks: readonly TextMasks[]
  readonly masks: TextMasks
  readonly romajiMasks: TextMasks
  readonly accentMasks: TextMasks
}

/** Understands `typed`; null where there is nothing to look for. */
export function parseSearchQuery(typed: string): SearchQuery | null {
  const text = foldText(typed.slice(0, searchTextMax)).trim().replace(/\s+/g, ' ')
  const letters = lettersOnly(text)
  if (!letters) return null
  const words = apart(text).map((word) => word.text)
  const accented = letters.length >= accentedMin && /^[a-z]+$/.test(letters) ? plainPinyin(letters) : ''
  const latin = /^[a-z\d]+$/.test(letters)
  const romaji = latin ? plainRomaji(letters) : ''
  return {
    text,
    compact: letters,
    words,
    prefixes: words.map((word) => ` ${word}`),
    latin,
    short: latin && letters.length <= 2,
    romaji,
    accented,
    written: masksOf(...words),
    wordMasks: words.map((word) => masksOf(word)),
    masks: masksOf(letters),
    romajiMasks: masksOf(romaji),
    accentMasks: masksOf(accented),
  }
}
