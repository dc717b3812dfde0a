import { type Piece, unquoted } from './line.ts'
import { parse } from './parse.ts'
import type { Span } from './problem.ts'
import { nameText } from './quote.ts'
import { fieldFinder, type Keyword, keywords, operatorsOf, type Reader } from './reader.ts'
import {
  beginnings,
  hasFrequent,
  knownValues,
  matching,
  names,
  operators,
  type Suggestion,
  subjects,
} from './suggest.ts'

/** What stands at the caret. */
export type Typing =
  /** A name of a field, a keyword, or a word to search. */
  | { readonly what: 'field' }
  /** A field is named, or has an operator under the caret. */
  | { readonly what: 'operator'; readonly field: string }
  | { readonly what: 'value'; readonly field: string }
  /** What a keyword is about. */
  | { readonly what: 'keyword'; readonly keyword: Keyword }

/** What may stand at the caret: the text of the suggestion that is taken replaces the span. */
export interface Completion extends Span {
  readonly typing: Typing
  /** What was typed up to the caret, without quotes. */
  readonly prefix: string
  /** Those known without the server, best first. */
  readonly suggestions: readonly Suggestion[]
  /** The values that only the server knows: the most frequent ones of the field that begin so. */
  readonly wants: { readonly field: string; readonly prefix: string } | null
}

const isBehind = ({ role, of }: Piece): boolean => of !== undefined && role !== 'operator'

/** Whether a piece is no word: a bracket, `|` or `-`. */
const isSign = ({ role, from }: Piece, text: string): boolean =>
  role === 'bracket' || (role === 'keyword' && !/\p{L}/u.test(text[from] ?? ''))

/** The piece that is typed at `caret`: what stands behind an operator, even if it is empty, else what ends there. */
const pieceAt = (pieces: readonly Piece[], text: string, caret: number): Piece | undefined =>
  pieces.find((piece) => isBehind(piece) && piece.from <= caret && caret <= piece.to) ??
  pieces.find((piece) => piece.from < caret && caret <= piece.to && !isSign(piece, text))

function typingOf(piece: Piece | undefined, prefix: string, reader: Reader): Typing {
  const { role, of = '' } = piece ?? {}
  if (role === 'value' || role === 'operator') return { what: role, field: of }
  const keyword = keywords.find((each) => each === of)
  if (keyword) return { what: 'keyword', keyword }
  const found = role === 'word' ? fieldFinder(reader)(prefix) : []
  const field = found.length === 1 ? reader.fields.find(({ name }) => name === found[0]) : undefined
  return field && operatorsOf(field).length > 0 ? { what: 'operator', field: field.name } : { what: 'field' }
}

function suggested(piece: Piece | undefined, typing: Typing, prefix: string, reader: Reader): readonly Suggestion[] {
  if (typing.what === 'keyword') return matching(subjects(reader, typing.keyword), prefix)
  if (typing.what === 'field') return matching(piece?.role === 'field' ? names(reader) : beginnings(reader), prefix)
  const field = reader.fields.find(({ name }) => name === typing.field)
  if (!field) return []
  if (typing.what === 'value') return matching(knownValues(reader, field), prefix)
  if (piece?.role === 'operator') return matching(operators(field, ''), prefix)
  const longer = beginnings({ ...reader, fields: reader.fields.filter((each) => each !== field) })
  return [...operators(field, nameText(field.name)), ...matching(longer, prefix)]
}

/** What is being typed at `caret`, a place between two characters of `text`, and what may stand there. */
export function complete(text: string, caret: number, reader: Reader): Completion {
  const at = Math.min(Math.max(caret, 0), text.length)
  const { pieces, problems } = parse(text, reader)
  const piece = pieceAt(pieces, text, at)
  const from = piece?.from ?? at
  const isOpen = problems.some((problem) => problem.code === 'unclosed_quote' && problem.from === from)
  const typed = unquoted(text.slice(from, at))
  const prefix = piece?.role === 'sort' ? typed.replace(/[+-]$/, '') : typed
  const typing = typingOf(piece, prefix, reader)
  const field = typing.what === 'value' ? reader.fields.find(({ name }) => name === typing.field) : undefined
  return {
    typing,
    from,
    // a quote that nobody closed took the rest of the line with it
    to: piece && !isOpen ? piece.to : at,
    prefix,
    suggestions: suggested(piece, typing, prefix, reader),
    wants: field && hasFrequent(field) ? { field: field.name, prefix } : null,
  }
}
