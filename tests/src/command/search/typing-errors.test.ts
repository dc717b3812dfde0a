import { expect, test } from 'vitest'
import type { Language } from '#locales/index.ts'
import { foldText } from '#src/command/search/fold.ts'
import { search } from '#src/command/search/search.ts'
import { indices } from './catalogue.ts'
import { anywhere } from './titles.ts'

/** Mulberry32: the same draws in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) % 1_000_003) % below
  }
}
type Random = ReturnType<typeof randomOf>

const letter = (random: Random): string => 'abcdefghijklmnopqrstuvwxyz'[random(26)]!
/** One typing error, behind the first letter. */
const errors: Readonly<Record<string, (text: string, at: number, random: Random) => string>> = {
  swapped: (text, at) => text.slice(0, at) + (text[at + 1] ?? '') + text[at]! + text.slice(at + 2),
  dropped: (text, at) => text.slice(0, at) + text.slice(at + 1),
  added: (text, at, random) => text.slice(0, at) + letter(random) + text.slice(at),
  replaced: (text, at, random) => text.slice(0, at) + letter(random) + text.slice(at + 1),
}
const drawn = 200
const lettersMin = 5
const seed = 20_261_123

/** How many of the drawn titles are among the first three when they are typed with one error. */
function foundInTop3(language: Language, error: string): number {
  const random = randomOf(seed)
  const titles = indices[language]!.items.map(({ entry }) => ({
    id: entry.id,
    text: foldText(entry.titles[language]),
  })).filter(({ text }) => text.length >= lettersMin + 1)
  let found = 0
  for (let i = 0; i < drawn; i++) {
    const { text } = titles[random(titles.length)]!
    const typed = errors[error]!(text, 1 + random(text.length - 2), random)
    const top = search(indices[language]!, typed, anywhere).slice(0, 3)
    if (top.some(({ title }) => foldText(title.text) === text)) found += 1
  }
  return found
}

const cases = (['en', 'es', 'vi', 'id'] as const).flatMap((language) =>
  Object.keys(errors).map((error) => [language, error] as const),
)

test.for(cases)('in %s a title with a letter %s is among the first three, 95 times of 100', ([language, error]) => {
  expect(foundInTop3(language, error)).toBeGreaterThanOrEqual(0.95 * drawn)
})
