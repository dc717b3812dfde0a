import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const family = '@fontsource/ibm-plex-sans'
const files = createRequire(import.meta.url)

/** Parts of the alphabet that the face comes in; the first that has a letter shows it. */
const parts = ['latin', 'latin-ext', 'vietnamese'] as const
type Part = (typeof parts)[number]
/** How heavy letters are. */
export type Weight = 400 | 600

/** Letters that stand one after the other and come out of one file. */
export interface Run {
  readonly font: string
  readonly text: string
}

interface Face {
  readonly ranges: Readonly<Record<Part, readonly (readonly [number, number])[]>>
  /** Every file of the face, by the name that runs know it by. */
  readonly files: readonly { readonly font: string; readonly path: string }[]
}

const nameOf = (part: Part, weight: Weight) => `${part}-${weight}`

/** `U+0000-00FF,U+0131` as from and to. */
const rangesOf = (text: string) =>
  text.split(',').map((range) => {
    const [from, to = from] = range.replace('U+', '').split('-')
    return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)] as const
  })

let known: Face | null = null
/** The face, read once. */
export function face(): Face {
  if (known) return known
  const told = JSON.parse(readFileSync(files.resolve(`${family}/unicode.json`), 'utf8')) as Record<Part, string> // as the package says
  const of = (part: Part) => [part, rangesOf(told[part])] as const
  known = {
    ranges: Object.fromEntries(parts.map(of)) as unknown as Face['ranges'], // made of the parts above
    files: parts.flatMap((part) =>
      ([400, 600] as const).map((weight) => ({
        font: nameOf(part, weight),
        path: files.resolve(`${family}/files/ibm-plex-sans-${part}-${weight}-normal.woff`),
      })),
    ),
  }
  return known
}

/** Which part of the face shows a letter; letters that none has are shown by the first, as a box. */
function partOf(letter: string): Part {
  const code = letter.codePointAt(0)!
  const { ranges } = face()
  return parts.find((part) => ranges[part].some(([from, to]) => code >= from && code <= to)) ?? 'latin'
}

/** A text cut where another file of the face goes on. Composed letters stay in one piece. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { font: string; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const font = nameOf(partOf(letter), weight)
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}
