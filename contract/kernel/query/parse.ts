import { queryMax } from '../selection.ts'
import type { QueryContext } from './context.ts'
import { print } from './print.ts'
import type { Problem, TextSpan } from './problem.ts'
import { LineScanner, type Piece, type Token } from './scanner.ts'
import { parseTerm } from './term.ts'
import { allRows, and, type Condition, not, or, type Query, uniqueOrders } from './tree.ts'

/** How deep brackets may stand in brackets. */
export const nestingMax = 10

/** A filter line, read. Only a line without problems is worth running; otherwise `query` is what was understood. */
export interface Parsed {
  readonly query: Query
  readonly pieces: readonly Piece[]
  readonly problems: readonly Problem[]
}

const andSign = /AND(?![^\s()|"])/y
const blanks = /\s+/y
const opening = /\(/y
const closing = /\)/y
const toBracket = /[^()]*[()]?/y

const isBlank = (line: LineScanner, from: number): boolean => line.text.slice(from, line.at).trim() === ''

/** What stands between brackets, or the whole line: conjunctions with `OR` between them. */
function alternatives(line: LineScanner, depth: number): Condition | null {
  const of: (Condition | null)[] = []
  let before: TextSpan | null = null
  for (;;) {
    const from = line.at
    of.push(conjunction(line, depth))
    const empty = isBlank(line, from)
    const next = line.take(line.signs.or)
    const beside = before ?? next
    if (empty && beside) line.problem('missing_condition', beside)
    if (!next) return or(of)
    line.piece('keyword', next)
    before = next
  }
}

/** Conditions that all must hold. `AND` may stand between them and says nothing. */
function conjunction(line: LineScanner, depth: number): Condition | null {
  const of: (Condition | null)[] = []
  for (line.take(blanks); ; line.take(blanks)) {
    const joint = line.take(andSign)
    const stray = depth === 0 ? line.take(closing) : null
    if (joint) line.piece('keyword', joint)
    else if (stray) {
      line.piece('bracket', stray)
      line.problem('unopened_bracket', stray)
    } else if (line.sees(line.signs.end)) return and(of)
    else of.push(negatable(line, depth))
  }
}

function negatable(line: LineScanner, depth: number): Condition | null {
  let sign: Token | null = null
  let negated = false
  for (let next = line.take(line.signs.not); next; next = line.take(line.signs.not)) {
    line.piece('keyword', next)
    line.take(blanks)
    sign = next
    negated = !negated
  }
  if (sign && line.sees(line.signs.end)) return line.problem('missing_condition', sign)
  const sorts = line.sorts.length
  const open = line.take(opening)
  const condition = open ? group(line, open, depth) : parseTerm(line)
  if (sign && line.sorts.length > sorts) line.problem('sort_negated', sign)
  return condition && negated ? not(condition) : condition
}

function group(line: LineScanner, open: Token, depth: number): Condition | null {
  line.piece('bracket', open)
  if (depth === nestingMax) {
    skipGroup(line)
    return line.problem('too_deep', open, { max: nestingMax })
  }
  const from = line.at
  const condition = alternatives(line, depth + 1)
  const empty = isBlank(line, from)
  const close = line.take(closing)
  if (close) line.piece('bracket', close)
  else line.problem('unclosed_bracket', open)
  if (close && empty) line.problem('missing_condition', { from: open.from, to: close.to })
  return condition
}

/** Goes behind the bracket that closes the one just opened, looking at nothing else. */
function skipGroup(line: LineScanner): void {
  for (let open = 1; open > 0; ) {
    const bracket = line.take(toBracket)?.text.at(-1)
    open = bracket === '(' ? open + 1 : bracket === ')' ? open - 1 : 0
  }
}

const tooLong = ({ from, to }: TextSpan, pieces: readonly Piece[]): Parsed => ({
  query: allRows,
  pieces,
  problems: [{ from, to, code: 'too_long', values: { max: queryMax } }],
})

/**
 * Parses a filter line as far as it can be understood; for any text, in time linear in its length.
 * A line, or a canonical text, of more than `queryMax` characters is not understood at all.
 */
export function parse(text: string, reader: QueryContext): Parsed {
  if (text.length > queryMax) return tooLong({ from: queryMax, to: text.length }, [])
  const line = new LineScanner(text, reader)
  const where = alternatives(line, 0)
  const query = { where, sort: uniqueOrders(line.sorts) }
  if (print(query, reader).length > queryMax) return tooLong({ from: 0, to: text.length }, line.pieces)
  return { query, pieces: line.pieces, problems: line.problems }
}
