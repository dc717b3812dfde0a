/** A run of letters and digits in a text, and where it begins. */
interface Token {
  readonly text: string
  readonly at: number
}

/** Letters and digits without case and marks. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd')

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: run, index }) => ({ text: run, at: index }))

/** Lengths of the longest common subsequences of what follows each pair of tokens. */
function commonLengths(a: readonly Token[], b: readonly Token[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i]![j] =
        fold(a[i]!.text) === fold(b[j]!.text)
          ? table[i + 1]![j + 1]! + 1
          : Math.max(table[i + 1]![j]!, table[i]![j + 1]!)
  return table
}

/** Runs of tokens of both that stand in the place of one another. */
function* replaced(a: readonly Token[], b: readonly Token[]): Generator<readonly [readonly Token[], readonly Token[]]> {
  const table = commonLengths(a, b)
  let [i, j] = [0, 0]
  let gap: [Token[], Token[]] = [[], []]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && fold(a[i]!.text) === fold(b[j]!.text)) {
      yield gap
      gap = [[], []]
      i++
      j++
    } else if (j === b.length || (i < a.length && table[i + 1]![j]! >= table[i]![j + 1]!)) gap[0].push(a[i++]!)
    else gap[1].push(b[j++]!)
  }
  yield gap
}

const places = ({ text, at }: Token): number[] => Array.from({ length: text.length }, (_, n) => at + n)

/** Two words of one length differ in some letters; any others as wholes. */
function differingIn(one: Token | undefined, other: Token | undefined): number[] {
  if (!one) return []
  if (!other || one.text.length !== other.text.length) return places(one)
  return places(one).filter((_, n) => fold(one.text[n]!) !== fold(other.text[n]!))
}

/** What is held against one another, and the places of the characters that differ. */
export interface Comparison {
  readonly same: boolean
  readonly differs: { readonly typed: number[]; readonly read: number[] }
}

/** Compares two texts: case, marks, blanks and punctuation make no difference. */
export function compareTexts(typed: string, read: string): Comparison {
  const differs = { typed: [] as number[], read: [] as number[] }
  const together = (text: string) =>
    tokensOf(text)
      .map((token) => fold(token.text))
      .join('')
  if (together(typed) === together(read)) return { same: true, differs }
  for (const [a, b] of replaced(tokensOf(typed), tokensOf(read))) {
    const paired = a.length === b.length
    for (const [n, token] of a.entries()) differs.typed.push(...differingIn(token, paired ? b[n] : undefined))
    for (const [n, token] of b.entries()) differs.read.push(...differingIn(token, paired ? a[n] : undefined))
  }
  return { same: false, differs }
}

/** A date as papers print it, day first or year first, as the calendar has it: `1996-08-12`. Anything else as it is. */
export function dateFirstByYear(text: string): string {
  const [a = '', b = '', c = ''] = text.split(/\D+/).filter(Boolean)
  if (a.length === 4) return [a, b.padStart(2, '0'), c.padStart(2, '0')].join('-')
  if (c.length === 4) return [c, b.padStart(2, '0'), a.padStart(2, '0')].join('-')
  return text
}
