import type { TextRange } from './fold.ts'
import { masksOf, type TextMasks } from './letter-mask.ts'
import type { Pinyin } from './search-entry.ts'

/** How a text of the moment (a name, a note) sounds. The dictionary is fetched when it is first needed. */
export const pinyinOf = async (text: string): Promise<Pinyin> =>
  (await import('./pinyin-readings.ts')).pinyinReadings(text)

/** How one character may be typed: whole, by its initial (`zh`), by its first letter (`z`). */
type Syllable = readonly string[]

/** The characters of a Chinese title that sound; spaces and signs are passed over. */
export interface PinyinTitle {
  /** Their places in the title as it is shown. */
  readonly ranges: readonly TextRange[]
  /** First letters, as they are most likely read. */
  readonly initials: string
  /** The same of every reading: what is typed of it begins with one of them. */
  readonly firstLetters: string
  readonly likely: readonly Syllable[]
  /** By every reading they can have; null where none has a second one. */
  readonly every: readonly Syllable[] | null
  /** As it is spelled from each of its syllables on, and the same without what accents mix up. */
  readonly spelled: readonly string[]
  readonly accents: readonly string[]
  /** What stands in each of both. */
  readonly spelledMasks: readonly TextMasks[]
  readonly accentMasks: readonly TextMasks[]
  /** What stands in all ways in which it can be typed. */
  readonly typedMasks: TextMasks
}

/** Pinyin without what accents mix up: zh and z, ch and c, sh and s, ng and n, l and n; ü as u. */
export const plainPinyin = (letters: string): string =>
  letters
    .replace(/([zcs])h/g, '$1')
    .replaceAll('ng', 'n')
    .replaceAll('l', 'n')
    .replaceAll('v', 'u')

/** ü is written v in readings, and typed as v or u. */
const inputsOf = (reading: string): Syllable => {
  const initial = /^[zcs]h/.exec(reading)?.[0] ?? []
  return [...new Set([reading, reading.replace('v', 'u'), initial, reading[0]!].flat())]
}

/** All that may stand side by side in what is typed: within a syllable, and where one ends and the next begins. */
const pairsTyped = (syllables: readonly Syllable[]): string[] =>
  syllables.flatMap((ways, i) => [
    ...ways,
    ...ways.flatMap((way) => (syllables[i + 1] ?? []).map((next) => way.at(-1)! + next[0]!)),
  ])

/** How `title` can be typed, given the readings of its characters; null where nothing of it sounds. */
export function pinyinTitleOf(title: string, pinyin: Pinyin): PinyinTitle | null {
  const ranges: TextRange[] = []
  const sounding: string[][] = []
  let at = 0
  for (const [i, character] of [...title].entries()) {
    const typed = (pinyin[i] ?? []).map((one) => one.toLowerCase()).filter((one) => /^[a-z\d]+$/.test(one))
    if (typed.length > 0) {
      ranges.push([at, at + character.length])
      sounding.push(typed)
    }
    at += character.length
  }
  if (ranges.length === 0) return null
  const every = sounding.map((all) => all.flatMap(inputsOf))
  const likeliest = sounding.map(([reading]) => reading!)
  const spelled = likeliest.map((_, first) => likeliest.slice(first).join(''))
  const accents = spelled.map(plainPinyin)
  return {
    ranges,
    initials: sounding.map(([likeliest]) => likeliest![0]).join(''),
    firstLetters: sounding.flatMap((all) => all.map((one) => one[0])).join(''),
    likely: sounding.map(([likeliest]) => inputsOf(likeliest!)),
    spelled,
    accents,
    spelledMasks: spelled.map((one) => masksOf(one)),
    accentMasks: accents.map((one) => masksOf(one)),
    typedMasks: masksOf(...pairsTyped(every)),
    every: sounding.some(({ length }) => length > 1) ? every : null,
  }
}

/** How many syllables from `first` on `letters` spell, the last of them perhaps half; 0 where they do not. */
function syllablesSpelled(syllables: readonly Syllable[], first: number, letters: string): number {
  for (const way of syllables[first] ?? []) {
    if (way[0] !== letters[0]) continue
    if (way.startsWith(letters)) return 1
    if (!letters.startsWith(way)) continue
    const more = syllablesSpelled(syllables, first + 1, letters.slice(way.length))
    if (more) return more + 1
  }
  return 0
}

/**
 * The stretch of the title that `letters` spell from any syllable on, every syllable whole or by its initial:
 * `huankuan`, `huank`, `hkuan`. Null where they do not.
 */
export function matchPinyin(
  { ranges }: PinyinTitle,
  syllables: readonly Syllable[],
  letters: string,
): TextRange | null {
  for (let first = 0; first < syllables.length; first++) {
    const count = syllablesSpelled(syllables, first, letters)
    if (count) return [ranges[first]![0], ranges[first + count - 1]![1]]
  }
  return null
}

/** The stretch of the title, from any syllable on, that `accented` (see `plainPinyin`) begins to spell; null where it does not. */
export function matchAccent({ ranges, accents }: PinyinTitle, accented: string): TextRange | null {
  const first = accents.findIndex((sound) => sound.startsWith(accented))
  if (first < 0) return null
  const left = accents[first]!.length - accented.length
  const last = accents.findLastIndex((sound) => sound.length > left)
  return [ranges[first]![0], ranges[Math.max(first, last)]![1]]
}
