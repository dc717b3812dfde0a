import type { Risk } from '#contract/kernel/endpoint.ts'
import type { Language } from '#locales/index.ts'

/** Pinyin: how a Chinese text sounds; for each character every reading, the likeliest first. A letter reads as itself. */
export type Pinyin = readonly (readonly string[])[]

/** One thing that can be found: a command, or a page to go to. */
export interface SearchEntry {
  /** `<noun>.<verb>`, or `menu.<page>`. */
  readonly id: string
  readonly titles: Readonly<Record<Language, string>>
  /** How the Chinese title sounds, and how the Japanese one is written in kana, words apart where it helps. */
  readonly readings: {
    readonly pinyin?: Pinyin
    readonly kana?: string
    /** Of what else staff call it in Chinese, by the word. */
    readonly words?: Readonly<Record<string, Pinyin>>
  }
  /** What else staff call it. */
  readonly words?: Readonly<Partial<Record<Language, readonly string[]>>>
  /** Short names typed whole, the same in every language. */
  readonly codes?: readonly string[]
  /** Where it belongs: the menu's heading, the noun. */
  readonly section?: Readonly<Record<Language, string>>
  /** Where it leads, if it is a page. */
  readonly path?: string
  /** What ends or gives up something for good counts as irreversible. */
  readonly risk: Risk
}
