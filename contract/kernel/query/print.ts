import { decimals } from '../countries.ts'
import type { Field } from '../field.ts'
import { type Joint, type Keyword, nearDays, type QueryContext } from './context.ts'
import { formatFixedPoint } from './fixed-point.ts'
import { quoteName, quoteValue, quoteWord } from './quote.ts'
import { percentPlaces } from './scalars.ts'
import type { Condition, Order, Query, Scalar, Term, TextScalar } from './tree.ts'

const near: ReadonlyMap<number, string> = new Map([...nearDays].map(([word, days]) => [days, word]))
const away = (days: number): string => `${days < 0 ? '' : '+'}${days}d`

const wording = (scalar: TextScalar, quote: (text: string) => string): string => {
  if (scalar.is === 'sealed') return `~${scalar.token}`
  return quote(scalar.text) + (scalar.is === 'prefix' ? '*' : '')
}

/** What a field, a choice of it, a day and a keyword are called; their own names where nothing else is said. */
type Printer = Pick<QueryContext, 'fields' | 'currency'> & {
  readonly nameOf?: (field: string) => string
  readonly wordOf?: (field: Field, value: string | number) => string | undefined
  readonly days?: Readonly<Record<string, string>> | undefined
  readonly keywords?: Readonly<Record<Keyword, string>> | undefined
  readonly joints?: Readonly<Record<Joint, string>> | undefined
}

const keywordText = (keyword: Keyword, { keywords }: Printer): string => keywords?.[keyword] ?? keyword

/** A heading that is read without quotes: one word of any script; before an operator several. */
const bareHeading = /^(?!(?:is|has|no|sort|or|and|not)$)[\p{L}\p{M}\p{N}_]+$/iu
const bareWords = /^[\p{L}\p{M}\p{N}_]+(?: [\p{L}\p{M}\p{N}_]+)+$/u

/** A field as it is named; `before` an operator several words need no quotes. */
function fieldText(field: string, { nameOf }: Printer, before = false): string {
  const name = nameOf?.(field)
  if (name === undefined) return quoteName(field)
  return bareHeading.test(name) || (before && bareWords.test(name)) ? name : quoteName(name)
}

function relativeText(days: number, { days: words }: Printer): string {
  const day = near.get(days)
  return day ? quoteValue(words?.[day] ?? day) : away(days)
}

function scalarText(scalar: Scalar, field: Field | undefined, printer: Printer): string {
  const { currency, wordOf } = printer
  switch (scalar.is) {
    case 'choice':
      return quoteValue((field && wordOf?.(field, scalar.value)) ?? String(scalar.value))
    case 'number':
      return formatFixedPoint(scalar.value, field?.kind === 'rate' ? percentPlaces : 0)
    case 'money':
      return formatFixedPoint(scalar.minor, decimals[currency])
    case 'day':
      return scalar.day
    case 'month':
      return scalar.month
    case 'relative':
      return relativeText(scalar.days, printer)
    case 'me':
      return '@me'
    case 'exact':
      return quoteValue(scalar.text)
    default:
      return wording(scalar, quoteValue)
  }
}

const relativeDays = (scalar: Scalar | null): number | null => (scalar?.is === 'relative' ? scalar.days : null)

/** A time up to today or from today on as it is typed: `-7d`, `+7d`. */
function time({ from, to }: Extract<Term, { kind: 'range' }>): string | null {
  const [first, last] = [relativeDays(from), relativeDays(to)]
  if (first !== null && first < 0 && last === 0) return away(first)
  return first === 0 && last !== null && last > 0 ? away(last) : null
}

function termText(term: Term, printer: Printer): string {
  if (term.kind === 'word') return wording(term.text, quoteWord)
  if (term.kind === 'flag') return `${keywordText('is', printer)}:${fieldText(term.field, printer)}`
  if (term.kind === 'has') return `${keywordText('has', printer)}:${fieldText(term.field, printer)}`
  const field = printer.fields.find((each) => each.name === term.field)
  const text = (scalar: Scalar | null) => (scalar ? scalarText(scalar, field, printer) : '')
  if (term.kind === 'compare') return `${fieldText(term.field, printer, true)}${term.operator}${text(term.value)}`
  if (term.kind === 'oneOf') {
    const sign = term.values.some(({ is }) => is === 'exact') ? '=' : ':'
    return `${fieldText(term.field, printer, true)}${sign}${term.values.map(text).join(',')}`
  }
  return `${fieldText(term.field, printer, true)}:${time(term) ?? `${text(term.from)}..${text(term.to)}`}`
}

/** `condition` as a part of a conjunction, or behind a `-`. */
const part = (condition: Condition, printer: Printer, bracketed: readonly string[]): string => {
  const text = conditionText(condition, printer)
  return bracketed.includes(condition.kind) ? `(${text})` : text
}

function conditionText(condition: Condition, printer: Printer): string {
  if (condition.kind === 'or')
    return condition.of.map((each) => conditionText(each, printer)).join(` ${printer.joints?.OR ?? 'OR'} `)
  if (condition.kind === 'and') return condition.of.map((each) => part(each, printer, ['or'])).join(' ')
  if (condition.kind !== 'not') return termText(condition, printer)
  if (condition.of.kind === 'has') return `${keywordText('no', printer)}:${fieldText(condition.of.field, printer)}`
  return `-${part(condition.of, printer, ['and', 'or'])}`
}

const orderText = ({ field, descending }: Order, printer: Printer): string =>
  `${keywordText('sort', printer)}:${fieldText(field, printer)}${descending ? '-' : ''}`

/**
 * The canonical text of `query`: own names of fields, words and codes of choices, exact amounts in major units without
 * `k` or `m`, no bracket or quote without need, sorts last. Reading it gives `query` again.
 */
export const print = ({ where, sort }: Query, printer: Printer): string =>
  [...(where ? [conditionText(where, printer)] : []), ...sort.map((order) => orderText(order, printer))].join(' ')
