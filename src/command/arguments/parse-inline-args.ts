import { foldText } from '#src/command/search/fold.ts'
import type { Argument } from './argument.ts'
import { isPickedFromList, referenceKindOf } from './argument.ts'
import { type ParseContext, parseArgument } from './parse-arg.ts'

/** Inline arguments: what was typed behind the name of a command. */
export interface InlineArgs {
  readonly args: Readonly<Record<string, unknown>>
  /** Text that is to be gone on with where an argument is asked for: what looks for a record, and what cannot be. */
  readonly initialTexts: Readonly<Record<string, string>>
}

/** Longest text that is looked at. */
const typedMax = 200
/** Most words that one value is made of: `₹ 5 lakh`. */
const windowMax = 3

interface Token {
  readonly text: string
  readonly quoted: boolean
}

const textOf = (pieces: readonly Token[]): string => pieces.map(({ text }) => text).join(' ')

/** Words, and what stands in quotes as one piece. */
const tokenize = (text: string): Token[] =>
  Array.from(
    text.slice(0, typedMax).matchAll(/["“”「]([^"“”」]*)(?:["“”」]|$)|[^\s"“”「]+/gu),
    ({ 0: all, 1: quoted }) => ({
      text: quoted ?? all,
      quoted: quoted !== undefined,
    }),
  )

/** The words of a choice, by which one is found: the beginning of one is enough where only one begins so. */
export type WordOf = (vocabulary: string, value: string | number) => string

function matchChoice(text: string, { field: { choices = [], of = '' } }: Argument, wordOf: WordOf) {
  const typed = foldText(text)
  const named = choices.map((value) => ({ value, names: [foldText(wordOf(of, value)), foldText(String(value))] }))
  const whole = named.find(({ names }) => names.includes(typed))
  if (whole) return whole
  const begun =
    typed.length < 2 && /^[a-z\d]+$/.test(typed) ? [] : named.filter(({ names }) => names[0]!.startsWith(typed))
  return begun.length === 1 ? begun[0] : undefined
}

interface InlineParseContext extends ParseContext {
  readonly wordOf: WordOf
  /** The most that an argument may be, where that is known. */
  readonly mostOf?: (argument: Argument) => ParseContext['max']
}

const parseText = (text: string, argument: Argument, reader: InlineParseContext) =>
  parseArgument(argument, text, { ...reader, max: reader.mostOf?.(argument) ?? null })

function parseValue(text: string, argument: Argument, reader: InlineParseContext): { value: unknown } | null {
  if (argument.field.kind === 'choice') return matchChoice(text, argument, reader.wordOf) ?? null
  const read = parseText(text, argument, reader)
  return 'value' in read && read.value !== undefined ? read : null
}

/** Takes the first pieces that `wanted` answers for out of `pieces`; more of them before fewer. */
function takeFirst<Found>(pieces: Token[], wanted: (text: string) => Found | null): Found | null {
  for (let from = 0; from < pieces.length; from++) {
    for (let count = Math.min(windowMax, pieces.length - from); count > 0; count--) {
      const window = pieces.slice(from, from + count)
      if (window.some(({ quoted }) => quoted)) continue
      const found = wanted(textOf(window))
      if (found === null) continue
      pieces.splice(from, count)
      return found
    }
  }
  return null
}

/** Problems of what is a value of its kind, and none that may be: it stays, to be put right where it is asked for. */
const correctableProblems = ['notPositive', 'tooPrecise', 'tooLarge', 'ambiguous', 'over', 'atLeast'].map(
  (key) => `command.${key}`,
)

function almostParsed(text: string, argument: Argument, reader: InlineParseContext): string | null {
  if (argument.field.kind === 'choice') return null
  const read = parseText(text, argument, reader)
  return 'problem' in read && correctableProblems.includes(read.problem) ? text : null
}

/** Kinds that are told from any other word by how they are written. */
const selfDescribingKinds = ['money', 'count', 'rate', 'date', 'choice']

/** What is left goes to what is free text, or looks for a record; what is in quotes is text wherever it stands. */
function assignRest(
  pieces: readonly Token[],
  free: readonly Argument[],
  reader: InlineParseContext,
): InlineArgs | null {
  const record = free.find((argument) => referenceKindOf(argument) !== null)
  const prose = free.find((argument) => !isPickedFromList(argument))
  const said = prose && record ? pieces.filter(({ quoted }) => quoted) : prose ? pieces : []
  const rest = pieces.filter((piece) => !said.includes(piece))
  if (rest.length > 0 && !record) return null
  const read = prose && said.length > 0 ? parseText(textOf(said), prose, reader) : null
  if (read && 'problem' in read) return null
  return {
    args: read ? { [prose!.name]: read.value } : {},
    initialTexts: rest.length > 0 && record ? { [record.name]: textOf(rest) } : {},
  }
}

/**
 * Reads what stands behind the name of a command: `500 hardship`, `hardship 500`, `"lost his job" 5k`. Values that are
 * told by how they are written are taken first, wherever they stand. Null where something fits nowhere.
 */
export function parseInlineArgs(text: string, all: readonly Argument[], reader: InlineParseContext): InlineArgs | null {
  const pieces = tokenize(text)
  if (pieces.length === 0) return null
  const args: Record<string, unknown> = {}
  const typed: Record<string, string> = {}
  const asked = all.filter(({ secret }) => !secret)
  for (const argument of asked.filter(({ field }) => selfDescribingKinds.includes(field.kind))) {
    const found = takeFirst(pieces, (part) => parseValue(part, argument, reader))
    const wrong = found ? null : takeFirst(pieces, (part) => almostParsed(part, argument, reader))
    if (found) args[argument.name] = found.value
    if (wrong !== null) typed[argument.name] = wrong
  }
  const free = asked.filter(({ field }) => !selfDescribingKinds.includes(field.kind))
  const left = pieces.length > 0 ? assignRest(pieces, free, reader) : { args: {}, initialTexts: {} }
  return left && { args: { ...args, ...left.args }, initialTexts: { ...typed, ...left.initialTexts } }
}
