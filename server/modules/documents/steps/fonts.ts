import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const files = createRequire(import.meta.url)

/** How heavy letters are. */
const weights = [400, 600] as const
export type Weight = (typeof weights)[number]

/** Letters that stand one after the other and come out of one file. */
export interface TextRun {
  readonly font: string
  readonly text: string
}

/** A file of a face, by the name that runs know it by: where it is, or its bytes. */
export interface Font {
  readonly font: string
  readonly source: string | Buffer
}

/** A part of an alphabet that has a file of its own. */
interface FontSubset {
  readonly name: string
  readonly ranges: readonly (readonly [from: number, to: number])[]
  /** The file of so heavy letters. `letters`: those that are needed of it, at least. */
  readonly source: (weight: Weight, letters: string) => string | Promise<Buffer>
}

/** `U+0000-00FF,U+0131` as from and to. */
const rangesOf = (text: string) =>
  text.split(',').map((range) => {
    const [from, to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const
  })

/** The parts that a package has files for, each with its letters. */
const subsetsIn = (family: string): readonly (readonly [name: string, ranges: string])[] => {
  const told: Record<string, string> = JSON.parse(readFileSync(files.resolve(`${family}/unicode.json`), 'utf8'))
  return Object.entries(told).map(([name, ranges]) => [name.replace(/\W(\d+)\W/, '$1'), ranges])
}

/** Parts of a face that has a file for each weight. */
const staticFont = (family: string, of: readonly string[]): FontSubset[] => {
  const face = family.split('/')[1]!
  const there = new Map(subsetsIn(family))
  return of.map((name) => ({
    name: `${face}-${name}`,
    ranges: rangesOf(there.get(name)!), // as the package has it
    source: (weight) => files.resolve(`${family}/files/${face}-${name}-${weight}-normal.woff`),
  }))
}

/** Parts of a face whose files hold all weights: of each, the letters that are needed are cut out in the one that is. */
const variableFont = (family: string): FontSubset[] => {
  const face = family.split('/')[1]!
  return subsetsIn(family).map(([name, ranges]) => ({
    name: `${face}-${name}`,
    ranges: rangesOf(ranges),
    source: async (wght, letters) => {
      const file = await readFile(files.resolve(`${family}/files/${face}-${name}-wght-normal.woff2`))
      return subsetFont(file, letters, { targetFormat: 'truetype', variationAxes: { wght } })
    },
  }))
}

let known: readonly FontSubset[] | null = null
/** Every part there is, read once: the first that has a letter shows it. Names are written in Devanagari, Chinese or Japanese, too. */
function subsets(): readonly FontSubset[] {
  known ??= [
    ...staticFont('@fontsource/ibm-plex-sans', ['latin', 'latin-ext', 'vietnamese']),
    ...staticFont('@fontsource/noto-sans-devanagari', ['devanagari']),
    ...variableFont('@fontsource-variable/noto-sans-sc'),
  ]
  return known
}

const hasGlyph = ({ ranges }: FontSubset, letter: string): boolean => {
  const code = letter.codePointAt(0)!
  return ranges.some(([from, to]) => code >= from && code <= to)
}

/** Text cut where another part goes on; letters that none has are shown by the first, as a box. Composed letters stay in one piece. */
function splitBySubset(text: string): { part: FontSubset; text: string }[] {
  const cuts: { part: FontSubset; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const last = cuts.at(-1)
    // what joins letters belongs to them, whatever other part has it
    if (last && hasGlyph(last.part, letter)) last.text += letter
    else cuts.push({ part: subsets().find((part) => hasGlyph(part, letter)) ?? subsets()[0]!, text: letter })
  }
  return cuts
}

const nameOf = ({ name }: FontSubset, weight: Weight) => `${name}-${weight}`

/** A text by the fonts that show it. */
export const runsOf = (text: string, weight: Weight): TextRun[] =>
  splitBySubset(text).map((piece) => ({ font: nameOf(piece.part, weight), text: piece.text }))

/** The fonts that are needed to show a text, in every weight. */
export async function fontsFor(text: string): Promise<Font[]> {
  const letters = new Map<FontSubset, Set<string>>([[subsets()[0]!, new Set()]])
  for (const piece of splitBySubset(text)) {
    const of = letters.get(piece.part) ?? new Set()
    letters.set(piece.part, of)
    for (const letter of piece.text) of.add(letter)
  }
  const needed = [...letters].flatMap(([part, of]) =>
    weights.map(async (weight) => {
      return { font: nameOf(part, weight), source: await part.source(weight, [...of].join('')) }
    }),
  )
  return Promise.all(needed)
}
