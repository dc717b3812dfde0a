import { fieldFinder, type Keyword, keywords, operatorsOf, type QueryContext } from './context.ts'
import { parse } from './parse.ts'
import type { TextSpan } from './problem.ts'
import { quoteName } from './quote.ts'
import { type Piece, unquote } from './scanner.ts'
import {
  filterSuggestions,
  hasFacet,
  type Suggestion,
  suggestFields,
  suggestKeywordFields,
  suggestKnownValues,
  suggestOperators,
  suggestTerms,
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
export interface Completion extends TextSpan {
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

function typingOf(piece: Piece | undefined, prefix: string, reader: QueryContext): Typing {
  const { role, of = '' } = piece ?? {}
  if (role === 'value' || role === 'operator') return { what: role, field: of }
  const keyword = keywords.find((each) => each === of)
  if (keyword) return { what: 'keyword', keyword }
  const found = role === 'word' ? fieldFinder(reader)(prefix) : []
  const field = found.length === 1 ? reader.fields.find(({ name }) => name === found[0]) : undefined
  return field && operatorsOf(field).length > 0 ? { what: 'operator', field: field.name } : { what: 'field' }
}

function suggested(
  piece: Piece | undefined,
  typing: Typing,
  prefix: string,
  reader: QueryContext,
): readonly Suggestion[] {
  if (typing.what === 'keyword') return filterSuggestions(suggestKeywordFields(reader, typing.keyword), prefix)
  if (typing.what === 'field')
    return filterSuggestions(piece?.role === 'field' ? suggestFields(reader) : suggestTerms(reader), prefix)
  const field = reader.fields.find(({ name }) => name === typing.field)
  if (!field) return []
  if (typing.what === 'value') return filterSuggestions(suggestKnownValues(reader, field), prefix)
  if (piece?.role === 'operator') return filterSuggestions(suggestOperators(field, ''), prefix)
  const longer = suggestTerms({ ...reader, fields: reader.fields.filter((each) => each !== field) })
  return [...suggestOperators(field, quoteName(field.name)), ...filterSuggestions(longer, prefix)]
}

/**
 * Autocompletion: what is being typed at `caret`, a place between two characters of `text`, and what may stand there.
 */
export function complete(text: string, caret: number, reader: QueryContext): Completion {
  const at = Math.min(Math.max(caret, 0), text.length)
  const { pieces, problems } = parse(text, reader)
  const piece = pieceAt(pieces, text, at)
  const from = piece?.from ?? at
  const isOpen = problems.some((problem) => problem.code === 'unclosed_quote' && problem.from === from)
  const typed = unquote(text.slice(from, at))
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
    wants: field && hasFacet(field) ? { field: field.name, prefix } : null,
  }
}
