import { addDays } from '#contract/kernel/calendar.ts'
import { decimals } from '#contract/kernel/countries.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { parseFixedPoint } from '#contract/kernel/query/fixed-point.ts'
import { type Currency, LocalDate, type Money } from '#contract/kernel/values.ts'
import type { Language } from '#locales/index.ts'
import type { Argument } from './argument.ts'
import { parseScaledNumber } from './parse-number.ts'

/** Whoever types: their language, the currency and the day of the business, and the most an argument may be. */
export interface ParseContext {
  readonly language: Language
  readonly currency: Currency
  readonly today: LocalDate
  readonly max?: Money | number | null
  /** What today and tomorrow are called, folded. */
  readonly relativeDays?: Readonly<Record<string, number>>
  /** The key of a text that is offered, where that is what was typed. */
  readonly offeredKey?: (field: Argument['field'], typed: string) => string | undefined
}

/** What is wrong with what was typed: a text key, and what fills it. */
export interface ParseProblem {
  readonly problem: string
  readonly values?: Readonly<Record<string, string | number>>
}
/** Parse result: a value that was understood, or what is wrong with it. */
export type ParseResult = { readonly value: unknown } | ParseProblem

const problem = (problem: string, values?: ParseProblem['values']): ParseProblem => ({
  problem: `command.${problem}`,
  ...(values && { values }),
})

/** A number in units of 10 to the minus `places`, exactly. */
function parseDecimal(text: string, places: number, typing: ParseContext, otherwise: string): number | ParseProblem {
  const typed = parseScaledNumber(text, typing.language, typing.currency)
  if (!typed || typed === 'ambiguous') return problem(typed ?? otherwise)
  const value = parseFixedPoint(typed.digits, places + typed.zeros)
  if (typeof value === 'number') return value
  return problem(value === 'not_a_number' ? otherwise : value === 'too_precise' ? 'tooPrecise' : 'tooLarge')
}

/** An amount in the currency of the business, as it is typed. */
export function parseMoney(text: string, typing: ParseContext): { readonly value: Money } | ParseProblem {
  const { currency, language, max } = typing
  const minor = parseDecimal(text, decimals[currency], typing, 'notAnAmount')
  if (typeof minor !== 'number') return minor
  if (minor <= 0) return problem('notPositive')
  if (max && typeof max === 'object' && minor > max.minor) return problem('over', { most: formatMoney(max, language) })
  return { value: ofMinor(minor, currency) }
}

/** What the schema has against a value. */
function validate(argument: Argument, value: unknown): ParseResult {
  const parsed = argument.schema.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  const ofText = typeof value === 'string'
  if (issue?.code === 'invalid_format' && issue.format === 'email') return problem('notAnEmail')
  if (issue?.code === 'too_big') return problem(ofText ? 'tooLong' : 'over', { most: Number(issue.maximum) })
  return issue?.code === 'too_small' && !ofText
    ? problem('atLeast', { least: Number(issue.minimum) })
    : problem('notValid')
}

function parseNumber(argument: Argument, text: string, places: number, typing: ParseContext): ParseResult {
  const value = parseDecimal(text.replace(places > 0 ? /\s*[%％]$/ : /$^/, ''), places, typing, 'notANumber')
  if (typeof value !== 'number') return value
  if (typeof typing.max === 'number' && value > typing.max) return problem('over', { most: typing.max })
  return validate(argument, value)
}

const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 }
/** The English words are understood on every screen. */
const englishDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** A day as it is typed everywhere: `2026-01-31`, `+3d`, `+2w`, `-1m` (a month is 30 days), `tomorrow`. */
export function parseDate(text: string, { today, relativeDays = {} }: ParseContext): ParseResult {
  const typed = text.toLowerCase()
  const [, amount, unit = ''] = /^([+-]\d{1,4})([dwm])$/.exec(typed) ?? []
  const days = amount === undefined ? (relativeDays[typed] ?? englishDays[typed]) : Number(amount) * unitDays[unit]!
  const value = days === undefined ? LocalDate.safeParse(typed).data : addDays(today, days)
  if (value === undefined || value.startsWith('0000')) return problem('notADate')
  return { value }
}

/** What is left empty says so where it may be null; anything else is left out. */
const empty = ({ field }: Argument): null | undefined => (field.nullable ? null : undefined)

/** Reads what was typed for an argument. Choices and references are chosen from a list, not read. */
export function parseArgument(argument: Argument, text: string, typing: ParseContext): ParseResult {
  const typed = text.trim()
  if (typed === '') return argument.prompt.optional ? { value: empty(argument) } : problem('missing')
  switch (argument.field.kind) {
    case 'money':
      return parseMoney(typed, typing)
    case 'count':
      return parseNumber(argument, typed, 0, typing)
    case 'rate':
      return parseNumber(argument, typed, 4, typing)
    case 'date':
      return parseDate(typed, typing)
    default:
      return validate(argument, typing.offeredKey?.(argument.field, typed) ?? typed)
  }
}
