import type { Field } from '../field.ts'
import type { Keyword } from './context.ts'
import { beginningWith, nearestTo } from './nearest.ts'
import { textScalar } from './scalars.ts'
import type { Item, LineScanner, Token } from './scanner.ts'
import { type Condition, not } from './tree.ts'
import { parseValues, singleItem, valueTerm } from './values.ts'

/** Letters that a field may be shortened to; fewer are more often a mistake than an abbreviation. Of Han two are a word. */
const abbreviationMin = 3
const isTooShort = (got: string): boolean => got.length < (/^\p{Script=Han}/u.test(got) ? 2 : abbreviationMin)

const run = /(?:[^\s()|":=<>!]|!(?!=))+/y
const operator = /!=|>=|<=|[:=<>]/y

/**
 * Reads one term; null where nothing could be understood or it is a sort, which goes to `line.sorts`.
 * The line stands at something that is neither blank nor bracket nor `|`.
 */
export function parseTerm(line: LineScanner): Condition | null {
  const head = line.heading() ?? line.item(run, '*')
  const sign = line.take(operator)
  if (!sign) return word(line, head)
  const keyword = head.quoted ? undefined : line.keyword(head.text + head.suffix)
  return keyword ? keywordTerm(line, keyword, head, sign) : fieldTerm(line, head, sign)
}

function word(line: LineScanner, item: Item): Condition | null {
  line.piece('word', item)
  if (item.text === '') return line.problem('missing_value', item)
  if (line.reader.searchable.length === 0) return line.problem('not_searchable', item, { got: item.text })
  return { kind: 'word', text: textScalar(item) }
}

function fieldTerm(line: LineScanner, head: Item, sign: Token): Condition | null {
  const named = head.from < head.to
  if (named) line.piece('field', head)
  const got = head.text + head.suffix
  const field = fieldNamed(line, named ? head : sign, got)
  const of = field?.name ?? got
  line.piece('operator', sign, of)
  const given = parseValues(line, 'value', of)
  return field && valueTerm(line, field, sign, given)
}

function keywordTerm(line: LineScanner, keyword: Keyword, head: Item, sign: Token): Condition | null {
  line.piece('keyword', { from: head.from, to: sign.to })
  const named = parseValues(line, keyword === 'sort' ? 'sort' : 'field', keyword)
  if (sign.text !== ':' && sign.text !== '=') {
    return line.problem('wrong_operator', sign, { field: keyword, got: sign.text, expected: [':'] })
  }
  if (keyword === 'sort') {
    for (const item of named.items) sort(line, item)
    return null
  }
  const item = singleItem(line, named)
  const field = item && fieldNamed(line, item, item.text + item.suffix)
  return item && field && (keyword === 'is' ? flag(line, field, item) : has(line, field, item, keyword))
}

function flag(line: LineScanner, { kind, name }: Field, item: Item): Condition | null {
  if (kind === 'flag') return { kind, field: name }
  const flags = line.reader.fields.filter((field) => field.kind === 'flag')
  return line.problem('not_a_flag', item, { field: name, expected: flags.map((field) => field.name) })
}

function has(line: LineScanner, { nullable, name }: Field, item: Item, keyword: 'has' | 'no'): Condition | null {
  if (!nullable) return line.problem('never_empty', item, { field: name })
  const given: Condition = { kind: 'has', field: name }
  return keyword === 'has' ? given : not(given)
}

/** Those of `names` that `got` names: `exact` ones, else those that begin so. What is a column by another rule is no beginning. */
function namesMeant(
  line: LineScanner,
  got: string,
  exact: readonly string[],
  names: readonly string[],
): readonly string[] {
  const isKnown = exact.length > 0 || line.fields(got).length > 0 || isTooShort(got)
  return isKnown ? exact : beginningWith(names, got, line.reader.words?.fields)
}

function sort(line: LineScanner, item: Item): void {
  const got = item.text
  const { sortable } = line.reader
  const names = namesMeant(line, got, line.sortable(got), sortable)
  const [field, other] = names
  if (got === '') line.problem('missing_field', item, { expected: sortable })
  else if (other !== undefined) line.problem('ambiguous_field', item, { got, expected: names })
  else if (field !== undefined) line.sorts.push({ field, descending: item.suffix === '-' })
  else {
    const [known] = [...line.fields(got), ...line.lookUpOnly(got), ...line.unfilterable(got)]
    if (known !== undefined) line.problem('not_sortable', item, { field: known, got, expected: sortable })
    else unknownField(line, item, sortable)
  }
}

/** Says that nothing is called so: what may have been meant, or what there is. */
function unknownField(line: LineScanner, at: Token, names: readonly string[]): null {
  const near = nearestTo(names, at.text, line.reader.words)
  return near.length > 0
    ? line.problem('unknown_field', at, { got: at.text, expected: near })
    : line.problem('no_such_field', at, { got: at.text, expected: names })
}

/** The field that somebody means who wrote `got` at `at`: its own name or its column's, or the only one that begins so. */
function fieldNamed(line: LineScanner, at: Token, got: string): Field | null {
  const { fields } = line.reader
  const all = fields.map(({ name }) => name)
  if (got === '') return line.problem('missing_field', at, { expected: all })
  const names = namesMeant(line, got, line.fields(got), all)
  if (names.length > 1) return line.problem('ambiguous_field', at, { got, expected: names })
  const found = fields.find(({ name }) => name === names[0])
  if (found) return found
  const [lookUpOnly] = line.lookUpOnly(got)
  if (lookUpOnly !== undefined) return line.problem('look_up_only', at, { field: lookUpOnly, got })
  const [unfilterable] = line.unfilterable(got)
  if (unfilterable !== undefined) return line.problem('not_filterable', at, { field: unfilterable, got })
  return unknownField(line, { ...at, text: got }, all)
}
