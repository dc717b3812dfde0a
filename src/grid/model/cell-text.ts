import { countries, decimals } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import { currencySign, formatAmount, formatDay, formatRate, localeOf } from '#contract/kernel/format.ts'
import { major } from '#contract/kernel/money.ts'
import type { Money, Ref } from '#contract/kernel/values.ts'
import { choicesOf } from '#src/locale/choices.ts'
import { country } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { language } from '#src/locale/language.ts'
import { text, word, worded } from '#src/locale/text.ts'
import type { Column } from '../define.ts'

/** Text of a value that is there. */
type ValueText = (value: unknown) => string

/** As wide as a digit, and as a decimal point between digits. */
const [digitWide, pointWide] = ['\u2007', '\u2008']

const labelsOf = (field: Field): ReadonlyMap<unknown, string> =>
  new Map(choicesOf(field).map((value) => [value, word(field.of ?? '', value)]))

const hasFraction = ({ minor, currency }: Money): boolean => minor % 10 ** decimals[currency] !== 0

/** Whether amounts of a column need room for decimals: one of them has some. */
export const showsFractions = (values: Iterable<unknown>): boolean => {
  for (const value of values) if (value && hasFraction(value as Money)) return true
  return false
}

/** Amounts of a column. With `aligned`, units stand under units. The sign says only what the header does not. */
function moneyText({ aligned }: { aligned: boolean }): ValueText {
  const said = language()
  const own = countries[country()].currency
  return (value) => {
    const money = value as Money
    const places = decimals[money.currency]
    const room = aligned && places > 0 && !hasFraction(money) ? pointWide + digitWide.repeat(places) : ''
    const sign = money.currency === own ? '' : `${currencySign(money.currency)} `
    return sign + formatAmount(money, said) + room
  }
}

/** Made once per column: what a value of its field looks like in the language of the screen. */
function textOf(field: Field, aligned: boolean): ValueText {
  switch (field.kind) {
    case 'choice': {
      const labels = labelsOf(field)
      return (value) => labels.get(value) ?? String(value)
    }
    case 'tags': {
      const labels = labelsOf(field)
      return (value) => (value as unknown[]).map((one) => labels.get(one) ?? String(one)).join(' / ')
    }
    case 'ref':
      return (value) => (value as Ref).name
    case 'flag': {
      const [yes, no] = [text('call.yes'), text('call.no')]
      return (value) => (value ? yes : no)
    }
    case 'count': {
      const { format } = new Intl.NumberFormat(localeOf(language()))
      return (value) => format(value as number)
    }
    case 'rate': {
      const said = language()
      return (value) => formatRate(value as number, said)
    }
    case 'date':
      return formatDay(field)
    case 'instant': {
      const where = country()
      return (value) => formatInstant(value as string, where)
    }
    case 'money':
      return moneyText({ aligned })
    case 'text': {
      const { of } = field
      return of === undefined ? String : (value) => worded(of, String(value))
    }
    default:
      return String
  }
}

/** Whether a column says nothing of none: a count that alarms from the first on. */
export const isSparse = ({ alarm }: Column): boolean => alarm?.[0] === 1

/** What a cell of `field` says; nothing where it has no value, or where none says nothing. */
export function cellText(field: Field, { aligned = false, sparse = false } = {}): ValueText {
  const said = textOf(field, aligned)
  return (value) => (value === null || value === undefined || (sparse && value === 0) ? '' : said(value))
}

/** The same where it stands alone: an amount with its sign, a code before its word. */
export function cellTextAlone(field: Field): ValueText {
  const said = cellText(field)
  if (field.kind === 'money') {
    const own = currencySign(countries[country()].currency)
    return (value) =>
      (value && (value as Money).currency === countries[country()].currency ? `${own} ` : '') + said(value)
  }
  return field.kind === 'choice' ? (value) => (typeof value === 'number' ? `${value} ` : '') + said(value) : said
}

/** What would run as a formula where it is pasted. */
const formula = /^[=+\-@\t\r]/

/** The same for a spreadsheet: amounts and numbers as plain numbers, everything else as text that cannot run. */
export function spreadsheetText(field: Field): ValueText {
  if (field.kind === 'money') return (value) => (value ? major(value as Money) : '')
  if (field.kind === 'count') return (value) => (value === null || value === undefined ? '' : String(value))
  const said = cellTextAlone(field)
  return (value) =>
    said(value)
      .replaceAll(/[\t\n\r]+/g, ' ')
      .replace(formula, "'$&")
}
