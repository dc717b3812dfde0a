import type { Field } from '../field.ts'
import { isFoundByParts, isOrdered, operatorsOf } from './context.ts'
import { isOffset, parseScalars } from './scalars.ts'
import type { Item, LineScanner, Piece, Token } from './scanner.ts'
import { type Comparison, type Condition, not, type Scalar } from './tree.ts'

const run = /(?:[^\s()|",.]|\.(?!\.))+/y
const separator = /,|\.{2,}/y

/** What stands behind an operator: items between commas, or the two ends of a range. */
export interface ValueList {
  readonly items: readonly [Item, ...Item[]]
  /** The dots of a range, where there are any. */
  readonly dots: Token | null
}

/** Reads all values here. Where one is missing stands an empty item, and its piece, for completion. */
export function parseValues(line: LineScanner, role: Piece['role'], of: string): ValueList {
  const next = (): Item => {
    const suffixes = role === 'sort' ? '+-' : '*'
    const item = (role === 'value' ? null : line.headingBehind(suffixes)) ?? line.item(run, suffixes)
    line.piece(role, item, of)
    return item
  }
  const items: [Item, ...Item[]] = [next()]
  let dots: Token | null = null
  for (let mark = line.take(separator); mark; mark = line.take(separator)) {
    line.piece('operator', mark, of)
    if (mark.text !== ',') dots ??= mark
    items.push(next())
  }
  return { items, dots }
}

/** Whether nothing stands where `item` should. */
const isMissing = ({ from, to }: Item): boolean => from === to

/** The one item of `values`, or null after a problem. */
export const singleItem = (line: LineScanner, { items: [first, second], dots }: ValueList): Item | null =>
  second ? line.problem('one_value', dots ?? second) : first

/** Whether `field` can be asked for more or less than a value; if not, that is a problem of `sign`. */
function compares(line: LineScanner, field: Field, sign: Token): boolean {
  if (field.kind === 'masked') line.problem('masked_needs_full', sign, { field: field.name })
  else if (!isOrdered(field)) {
    line.problem('wrong_operator', sign, { field: field.name, got: sign.text, expected: operatorsOf(field) })
  }
  return isOrdered(field)
}

type Compared = Token & { readonly text: Comparison }
const isCompared = (sign: Token): sign is Compared => /[<>]/.test(sign.text)

function compare(line: LineScanner, field: Field, sign: Compared, given: ValueList): Condition | null {
  const item = compares(line, field, sign) ? singleItem(line, given) : null
  const [value] = item ? parseScalars(line, field, item) : []
  return value ? { kind: 'compare', field: field.name, operator: sign.text, value } : null
}

function range(line: LineScanner, field: Field, items: ValueList['items'], dots: Token): Condition | null {
  if (!compares(line, field, dots)) return null
  if (items.length > 2) return line.problem('range_in_list', dots, { field: field.name })
  if (items.every(isMissing)) return line.problem('missing_value', dots, { field: field.name })
  const [from, to] = items.map((item) => (isMissing(item) ? null : parseScalars(line, field, item)[0]))
  return from === undefined || to === undefined ? null : { kind: 'range', field: field.name, from, to }
}

type Relative = Extract<Scalar, { is: 'relative' }>
/** Whether `scalar`, read from `item`, is no day but a time: `-7d` from seven days ago to today, `+7d` from today on. */
const isTime = (item: Item, scalar: Scalar | undefined): scalar is Relative =>
  scalar?.is === 'relative' && scalar.days !== 0 && isOffset(item)

const today: Scalar = { is: 'relative', days: 0 }
const time = (field: string, day: Relative): Condition =>
  day.days < 0 ? { kind: 'range', field, from: day, to: today } : { kind: 'range', field, from: today, to: day }

function oneOf(line: LineScanner, field: Field, items: ValueList['items']): Condition | null {
  const listed = items.length > 1
  const found = items.flatMap((item) => {
    const read = parseScalars(line, field, item)
    if (!listed || !isTime(item, read[0])) return read
    line.problem('range_in_list', item, { field: field.name })
    return []
  })
  const [first] = found
  if (!listed && isTime(items[0], first)) return time(field.name, first)
  return first ? { kind: 'oneOf', field: field.name, values: found } : null
}

/** What asks for texts in full. A part with `*` stays one, also beside them. */
const inFull = (condition: Condition): Condition =>
  condition.kind === 'oneOf'
    ? {
        ...condition,
        values: condition.values.map((value) => (value.is === 'text' ? { ...value, is: 'exact' } : value)),
      }
    : condition

/** What `given` behind `sign` says about `field`; null where nothing could be understood. */
export function valueTerm(line: LineScanner, field: Field, sign: Token, given: ValueList): Condition | null {
  if (field.kind === 'flag') {
    return line.problem('wrong_operator', sign, { field: field.name, got: sign.text, expected: [`is:${field.name}`] })
  }
  if (isCompared(sign)) return compare(line, field, sign, given)
  const { items, dots } = given
  const read = dots ? range(line, field, items, dots) : oneOf(line, field, items)
  const found = read && sign.text !== ':' && isFoundByParts(field) ? inFull(read) : read
  return found && sign.text === '!=' ? not(found) : found
}
