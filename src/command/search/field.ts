import type { Language } from '#locales/index.ts'
import type { Entry } from './entry.ts'
import { type Folded, folded, original, type Range } from './fold.ts'
import { type Sounds, soundsOf } from './pinyin.ts'
import { romaji } from './romaji.ts'

/** One text that something can be found by, taken apart once. */
export interface Field {
  readonly language: Language
  /** Its title, what else it is called, or its title in kana. */
  readonly kind: 'title' | 'word' | 'kana'
  readonly shown: string
  readonly folded: Folded
  /** Letters and digits alone: 'giaingan' finds 'giải ngân', 'redisburse' finds 're-disburse'. */
  readonly tight: string
  readonly words: readonly Word[]
  /** The words, each after a space: what begins one is found in one go. */
  readonly beginnings: string
  /** Which letters occur in it, as bits; see `letterBit`. */
  readonly letters: number
  /** First letters of the words, or of the syllables of a Chinese title, and where in `shown` they stand. */
  readonly initials: string
  readonly initialsAt: readonly Range[]
  /** Of a Chinese title; null elsewhere and where pinyin is off. */
  readonly sounds: Sounds | null
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
export const tight = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** The bit of `Field.letters` that stands for a letter. Some letters share one. */
export const letterBit = (text: string, at: number): number => 1 << (text.charCodeAt(at) & 31)

function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= letterBit(text, at)
  return bits
}

type About = Pick<Field, 'language' | 'kind'> & { sounds?: Sounds | null }

/** Takes `shown` apart. */
function field(shown: string, { language, kind, sounds = null }: About): Field {
  const all = folded(shown)
  const parts = words(all.text)
  return {
    language,
    kind,
    shown,
    folded: all,
    tight: tight(all.text),
    words: parts,
    letters: lettersOf(all.text),
    beginnings: parts.map(({ text }) => ` ${text}`).join(''),
    initials: sounds?.initials ?? parts.map(({ text }) => text[0]).join(''),
    initialsAt: sounds?.ranges ?? parts.map(({ at }) => original(all, at, at + 1)),
    sounds,
    romaji: kind === 'kana' ? romaji(all.text) : '',
  }
}

/** Everything `entry` can be found by: titles first, the screen's language before English before the others. */
export function fieldsOf(entry: Entry, language: Language, pinyin: boolean): Field[] {
  // titles are keyed by language and by nothing else
  const others = Object.keys(entry.titles) as Language[]
  const order = [...new Set<Language>([language, 'en', ...others])]
  const { pinyin: read = [], kana } = entry.readings
  return order.flatMap((language) => {
    const title = entry.titles[language]
    const sounds = pinyin && language === 'zh' ? soundsOf(title, read) : null
    return [
      field(title, { language, kind: 'title', sounds }),
      ...(language === 'ja' && kana ? [field(kana, { language, kind: 'kana' })] : []),
      ...(entry.words?.[language] ?? []).map((word) => field(word, { language, kind: 'word' })),
    ]
  })
}
