import { foldText } from '#src/command/search/fold.ts'

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
type Misspell = (text: string, at: number, random: Random) => string

/** Typing errors, one each, behind the first letter. */
export const typingErrors: Readonly<Record<string, Misspell>> = {
  swapped: (text, at) => text.slice(0, at) + (text[at + 1] ?? '') + text[at]! + text.slice(at + 2),
  dropped: (text, at) => text.slice(0, at) + text.slice(at + 1),
  added: (text, at, random) => text.slice(0, at) + letter(random) + text.slice(at),
  replaced: (text, at, random) => text.slice(0, at) + letter(random) + text.slice(at + 1),
}

/** Letters of the shortest query that is drawn. */
const lettersMin = 5

/** What somebody may type, and what they mean. */
export interface Named {
  readonly id: string
  readonly text: string
}
/** A query that was drawn: what was typed, and for what. */
export interface DrawnQuery {
  readonly typed: string
  readonly meant: Named
}

/** Draws so many queries with one error of a kind from names that are long enough. The seed says which: always the same. */
export function drawMisspelt(
  names: readonly Named[],
  error: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): DrawnQuery[] {
  const random = randomOf(seed)
  const folded = names
    .map(({ id, text }) => ({ id, text: foldText(text) }))
    .filter(({ text }) => text.length > lettersMin)
  return Array.from({ length: count }, () => {
    const meant = folded[random(folded.length)]!
    return { meant, typed: typingErrors[error]!(meant.text, 1 + random(meant.text.length - 2), random) }
  })
}
