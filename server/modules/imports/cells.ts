import { businessDate, type Country, localTime } from '#contract/kernel/calendar.ts'
import { countries, decimals } from '#contract/kernel/countries.ts'
import { money } from '#contract/kernel/money.ts'
import type { Currency, Instant, LocalDate } from '#contract/kernel/values.ts'

/** What can be wrong with a line: text keys below `imports.problem`. */
export const importProblems = [
  'blank',
  'columns',
  'not_an_id',
  'not_a_moment',
  'not_a_date',
  'not_an_amount',
  'not_positive',
  'too_precise',
  'not_a_count',
  'not_a_term',
  'too_long',
  'repeated',
  'due_below_amount',
  'approved_before_created',
  'due_before_approval',
  'repaid_before_approval',
  'closed_before_approval',
  'repaid_after_close',
  'in_the_future',
  'known_otherwise',
  'changed',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** What a cell says, or why it says nothing. */
export type CellResult<Value> = { readonly value: Value } | { readonly problem: ImportProblem }
/** Reads one cell as it is written: nothing is trimmed, completed or rounded. */
export type CellParser<Value> = (text: string) => CellResult<Value>

const valueOr = <Value>(value: Value | undefined, problem: ImportProblem): CellResult<Value> =>
  value === undefined ? { problem } : { value }

/** What another system calls something. */
export const id: CellParser<string> = (text) => valueOr(/^\S(?:.{0,62}\S)?$/.exec(text)?.[0], 'not_an_id')

const noteMax = 120
/** Words of somebody else. */
export const note: CellParser<string> = (text) => valueOr(text.length > noteMax ? undefined : text, 'too_long')

/** A whole number from 1 on. */
export const count: CellParser<number> = (text) =>
  valueOr(/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined, 'not_a_count')

/** A reading of the clock that names no zone, on the clock of `country`. */
export const moment =
  (country: Country): CellParser<Instant> =>
  (text) =>
    valueOr(localTime(text, country), 'not_a_moment')

/** A day; of a reading of the clock, its day. */
export const date =
  (country: Country): CellParser<LocalDate> =>
  (text) => {
    const at = localTime(text.length === 10 ? `${text} 00:00:00` : text, country)
    return valueOr(at === undefined ? undefined : businessDate(at, country), 'not_a_date')
  }

/** A positive amount in minor units: digits, a point, and no more decimals than `currency` has but for zeros. */
export const amount =
  (currency: Currency): CellParser<number> =>
  (text) => {
    const [, whole, fraction = ''] = /^(-?\d{1,12})(?:\.(\d{1,12}))?$/.exec(text) ?? []
    if (whole === undefined) return { problem: 'not_an_amount' }
    const exact = fraction.replace(/0+$/, '')
    if (exact.length > decimals[currency]) return { problem: 'too_precise' }
    const { minor } = money(exact ? `${whole}.${exact}` : whole, currency)
    return minor > 0 ? { value: minor } : { problem: 'not_positive' }
  }

/** The currency that a book is kept in where the business runs. */
export const currencyOf = (country: Country): Currency => countries[country].currency
