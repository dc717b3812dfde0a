import { decimals } from './countries.ts'
import type { FaultValue, FaultValues, Label } from './fault.ts'
import type { FieldMeta } from './field.ts'
import type { Currency, Money } from './values.ts'

interface Separators {
  readonly group: string
  readonly decimal: string
}

/** Made once per language: building an `Intl` formatter costs more than a thousand uses of it. */
function once<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/**
 * Locale (BCP 47) by which a language of the console writes numbers and dates: Spanish is that of Latin America,
 * `1,234.50`. The locale of a country, `es-CO`, is one already.
 */
export const localeOf = (language: string): string => (language === 'es' ? 'es-MX' : language)

const separatorsOf = once((language): Separators => {
  const parts = new Intl.NumberFormat(localeOf(language), { useGrouping: 'always' }).formatToParts(-1_234_567.5)
  const of = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { group: of('group', ','), decimal: of('decimal', '.') }
})

const symbolOf = once(
  (currency) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
      .formatToParts(1)
      .find(({ type }) => type === 'currency')?.value ?? currency,
)

/** Thousands, or lakh and crore where the currency is counted so. */
const grouping = { western: /\B(?=(\d{3})+$)/g, indian: /\B(?=(?:\d{2})*\d{3}$)/g }
const groupingOf = (currency: Currency) => (currency === 'INR' ? grouping.indian : grouping.western)

/**
 * The number of an amount, without its currency: `12,34,567.50`. Grouped as the currency is counted, separated as the
 * language writes; the fraction is left out where it is zero, unless `exact`.
 */
export function formatAmount({ minor, currency }: Money, language: string, exact = false): string {
  const { group, decimal } = separatorsOf(language)
  const places = decimals[currency]
  const digits = String(Math.abs(minor)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places).replace(groupingOf(currency), group)
  const fraction = digits.slice(digits.length - places)
  const shown = places > 0 && (exact || Number(fraction) !== 0)
  return `${minor < 0 ? '−' : ''}${whole}${shown ? decimal + fraction : ''}`
}

/** The sign of a currency: `₹`, `₫`. */
export const currencySign = (currency: Currency): string => symbolOf(currency)

/** An amount as people read it: `₹ 12,34,567.50`. */
export const formatMoney = (money: Money, language: string): string =>
  `${currencySign(money.currency)} ${formatAmount(money, language)}`

/** A rate in ppm as percent: `15 %`. */
export const formatRate = (ppm: number, language: string): string =>
  `${String(ppm / 10_000).replace('.', separatorsOf(language).decimal)} %`

const isMoney = (value: object): value is Money => 'minor' in value
const isLabel = (value: object): value is Label => 'vocabulary' in value

/** Turns what fills a reason into text. `label` says a word of a vocabulary in the reader's language. */
export function formatValues(
  values: FaultValues,
  language: string,
  label: (label: Label) => string,
): Record<string, string | number> {
  const one = (value: FaultValue): string | number => {
    if (typeof value !== 'object') return value
    if (isMoney(value)) return formatMoney(value, language)
    return isLabel(value) ? label(value) : value.map(label).join(' / ')
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, one(value)]))
}

/** Longest title within a file name, in characters: file systems take 255 bytes, and a character may be four. */
const titleMax = 50

/** What some file system cannot have in a name, what turns the direction of reading, and blanks of every kind. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cf}\s]+/gu

/** File name in the reader’s words: a title, what tells it from others of that title, and its extension. */
export function fileName(title: string, about: string, extension: string): string {
  const safe = title.replaceAll(unsafe, ' ').replaceAll(/^[ .]+|[ .]+$/g, '')
  return `${[...safe].slice(0, titleMax).join('').trim()} ${about}.${extension}`.trim()
}

/** A day of a field as it is written: `2026-01-31`; where it stands for its month, `2026-01`. */
export const formatDay =
  ({ unit }: FieldMeta) =>
  (day: unknown): string =>
    unit === 'month' ? String(day).slice(0, '2026-01'.length) : String(day)
