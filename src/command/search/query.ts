import { words as apart, tight } from './field.ts'
import { fold, queryMax } from './fold.ts'
import { plainRomaji } from './romaji.ts'

/** What was typed, taken apart once. */
export interface Query {
  /** Folded, with single spaces. */
  readonly text: string
  readonly tight: string
  readonly words: readonly string[]
  /** The words as they stand in `Field.beginnings`. */
  readonly beginnings: readonly string[]
  /** Nothing but Latin letters and digits: it may be pinyin or romaji. */
  readonly latin: boolean
  /** One or two Latin letters: too little to look for in the middle of things. */
  readonly short: boolean
  readonly romaji: string
}

/** Understands `typed`; null where there is nothing to look for. */
export function query(typed: string): Query | null {
  const text = fold(typed.slice(0, queryMax)).trim().replace(/\s+/g, ' ')
  const letters = tight(text)
  if (!letters) return null
  const words = apart(text).map((word) => word.text)
  const latin = /^[a-z\d]+$/.test(letters)
  return {
    text,
    tight: letters,
    words,
    beginnings: words.map((word) => ` ${word}`),
    latin,
    short: latin && letters.length <= 2,
    romaji: latin ? plainRomaji(letters) : '',
  }
}
