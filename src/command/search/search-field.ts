import type { Language } from '#locales/index.ts'
import { type FoldedText, foldWithOffsets, originalRange, type TextRange } from './fold.ts'
import { type BigramMask, bigramMask, letterMask } from './letter-mask.ts'
import { type PinyinTitle, pinyinTitleOf } from './pinyin.ts'
import { romaji } from './romaji.ts'
import type { SearchEntry } from './search-entry.ts'

/** Search field: one text that something can be found by, taken apart once. */
export interface SearchField {
  readonly language: Language
  /** Its title, what else it is called, or its title in kana. */
  readonly kind: 'title' | 'word' | 'kana'
  readonly shown: string
  readonly folded: FoldedText
  /** Letters and digits alone: 'giaingan' finds 'giải ngân', 'redisburse' finds 're-disburse'. */
  readonly compact: string
  readonly words: readonly Word[]
  /** The words, each after a space: what begins one is found in one go. */
  readonly prefixes: string
  /** Which letters occur in it; see `letterMask`. */
  readonly letters: number
  /** Which pairs of letters stand side by side in it; see `bigramMask`. */
  readonly bigrams: BigramMask
  /** First letters of the words, or of the syllables of a Chinese title, and where in `shown` they stand. */
  readonly initials: string
  readonly initialsAt: readonly TextRange[]
  /** Of a Chinese title; null elsewhere and where pinyin is off. */
  readonly sounds: PinyinTitle | null
  /** Of kana; else empty. */
  readonly romaji: string
}
/** A word of a folded text and where in it. */
export interface Word {
  readonly text: string
  readonly at: number
}

/** The words of a folded text. */
export const words = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({ text: word, at: index }))

/** A folded text without what separates its words. */
export const lettersOnly = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

type FieldOptions = Pick<SearchField, 'language' | 'kind'> & { sounds?: PinyinTitle | null }

/** Takes `shown` apart. */
function field(shown: string, { language, kind, sounds = null }: FieldOptions): SearchField {
  const all = foldWithOffsets(shown)
  const parts = words(all.text)
  const compact = lettersOnly(all.text)
  return {
    language,
    kind,
    shown,
    folded: all,
    compact,
    words: parts,
    letters: letterMask(all.text),
    bigrams: bigramMask(compact),
    prefixes: parts.map(({ text }) => ` ${text}`).join(''),
    initials: sounds?.initials ?? parts.map(({ text }) => text[0]).join(''),
    initialsAt: sounds?.ranges ?? parts.map(({ at }) => originalRange(all, at, at + 1)),
    sounds,
    romaji: kind === 'kana' ? romaji(all.text) : '',
  }
}

/** Everything `entry` can be found by: titles first, the screen's language before English before the others. */
export function searchFieldsOf(entry: SearchEntry, language: Language, pinyin: boolean): SearchField[] {
  // titles are keyed by language and by nothing else
  const others = Object.keys(entry.titles) as Language[]
  const order = [...new Set<Language>([language, 'en', ...others])]
  const { pinyin: read = [], kana, words: heard = {} } = entry.readings
  return order.flatMap((language) => {
    const title = entry.titles[language]
    const sounds = pinyin && language === 'zh' ? pinyinTitleOf(title, read) : null
    return [
      field(title, { language, kind: 'title', sounds }),
      ...(language === 'ja' && kana ? [field(kana, { language, kind: 'kana' })] : []),
      ...(entry.words?.[language] ?? []).map((word) => {
        const sounds = pinyin && language === 'zh' ? pinyinTitleOf(word, heard[word] ?? []) : null
        return field(word, { language, kind: 'word', sounds })
      }),
    ]
  })
}
