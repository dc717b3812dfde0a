import { decimals } from '../countries.ts'
import type { Field, Kind } from '../field.ts'
import { LocalDate } from '../values.ts'
import { parseFixedPoint } from './fixed-point.ts'
import { type Item, type LineScanner, toHalfWidth } from './scanner.ts'
import type { Scalar, TextScalar } from './tree.ts'

type Read = (line: LineScanner, field: Field, item: Item) => Scalar | null

/** An item as it would stand there without quotes. */
const plain = ({ text, suffix }: Item): string => toHalfWidth(text) + suffix

const sealedToken = /^~([\w-]+)$/
/** What text and bare words are compared with; `~token` stands for a personal value. */
export function textScalar({ text, quoted, suffix }: Item): TextScalar {
  const token = quoted ? undefined : sealedToken.exec(text + suffix)?.[1]
  if (token !== undefined) return { is: 'sealed', token }
  return suffix ? { is: 'prefix', text } : { is: 'text', text }
}

const text: Read = (_line, _field, item) => textScalar(item)

const masked: Read = (line, field, item) =>
  item.suffix ? line.problem('masked_needs_full', item, { field: field.name }) : textScalar(item)

const reference: Read = (line, field, item) => {
  if (item.quoted || plain(item) !== '@me') return textScalar(item)
  return field.of === 'staff' ? { is: 'me' } : line.problem('not_staff', item, { field: field.name })
}

/** Decimals of a percentage whose smallest unit is one ppm. */
export const percentPlaces = 4

const number = (line: LineScanner, { name }: Field, item: Item, places: number): number | null => {
  const got = plain(item)
  const value = parseFixedPoint(got, places)
  if (/^0\d/.test(got) && line.text[item.from - 1] === ',') {
    return line.problem('grouped_number', item, { field: name, got })
  }
  if (typeof value === 'number') return value
  return line.problem(value, item, { field: name, got, ...(value === 'too_precise' && { max: places }) })
}

const count: Read = (line, field, item) => {
  const value = number(line, field, item, 0)
  return value === null ? null : { is: 'number', value }
}

const rate: Read = (line, field, item) => {
  const value = number(line, field, { ...item, text: item.text.replace(/[%％]$/, '') }, percentPlaces)
  return value === null ? null : { is: 'number', value }
}

const money: Read = (line, field, item) => {
  const minor = number(line, field, item, decimals[line.reader.currency])
  return minor === null ? null : { is: 'money', minor }
}

const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 }
const offset = /^([+-]\d{1,4})([dwm])$/i
/** Whether an item says how far away a day is: `-7d`, `+2w`, `-1m`. A month is 30 days. */
export const isOffset = (item: Item): boolean => offset.test(plain(item))

const isDay = (text: string): boolean => LocalDate.safeParse(text).success

const day: Read = (line, field, item) => {
  const typed = plain(item).toLowerCase()
  const [, amount, unit = ''] = offset.exec(typed) ?? []
  const days = amount === undefined ? line.near(typed) : Number(amount) * (unitDays[unit] ?? 0)
  if (days !== undefined) return { is: 'relative', days: days === 0 ? 0 : days } // never -0
  if (isDay(typed)) return { is: 'day', day: typed }
  if (isDay(`${typed}-01`)) return { is: 'month', month: typed }
  return line.problem('not_a_date', item, { field: field.name, got: plain(item) })
}

const reads: Readonly<Record<Kind, Read>> = {
  id: text,
  ref: reference,
  name: text,
  masked,
  text,
  choice: text,
  tags: text,
  flag: text,
  count,
  money,
  rate,
  date: day,
  instant: day,
}

/** The choices that `item` names: one by its word or code, all that bear it by label. */
function choices(line: LineScanner, field: Field, item: Item): readonly Scalar[] {
  const values = field.choices ?? []
  const found = line.choices(field, plain(item))
  // what staff have added is known to a screen only
  if (found.length === 0 && field.open && !line.reader.words) return [{ is: 'choice', value: plain(item) }]
  if (found.length === 0) {
    line.problem('unknown_choice', item, { field: field.name, got: plain(item), expected: values.map(String) })
  }
  return values.filter((value) => found.includes(String(value))).map((value) => ({ is: 'choice', value }))
}

/** What `item` is as a value of `field`: one scalar, none after a problem, several where a label stands for several. */
export function parseScalars(line: LineScanner, field: Field, item: Item): readonly Scalar[] {
  if (item.text === '' && !item.quoted) {
    line.problem('missing_value', item, { field: field.name })
    return []
  }
  if (field.choices) return choices(line, field, item)
  const scalar = reads[field.kind](line, field, item)
  return scalar ? [scalar] : []
}
