import { addDays } from '#contract/kernel/calendar.ts'
import { decimals } from '#contract/kernel/countries.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { exact } from '#contract/kernel/query/number.ts'
import { type Currency, LocalDate, type Money } from '#contract/kernel/values.ts'
import type { Language } from '#locales/index.ts'
import type { Argument } from './argument.ts'
import { scaled } from './number.ts'

/** Whoever types: their language, the currency and the day of the business, and the most an argument may be. */
export interface Typing {
  readonly language: Language
  readonly currency: Currency
  readonly today: LocalDate
  readonly most?: Money | number | null
  /** What today and tomorrow are called, folded. */
  readonly near?: Readonly<Record<string, number>>
}

/** What is wrong with what was typed: a text key, and what fills it. */
export interface Problem {
  readonly problem: string
  readonly values?: Readonly<Record<string, string | number>>
}
/** A value that was understood, or what is wrong with it. */
export type Reading = { readonly value: unknown } | Problem

const wrong = (problem: string, values?: Problem['values']): Problem => ({
  problem: `command.${problem}`,
  ...(values && { values }),
})

/** A number in units of 10 to the minus `places`, exactly. */
function numberIn(text: string, places: number, typing: Typing, otherwise: string): number | Problem {
  const typed = scaled(text, typing.language, typing.currency)
  if (!typed || typed === 'ambiguous') return wrong(typed ?? otherwise)
  const value = exact(typed.digits, places + typed.zeros)
  if (typeof value === 'number') return value
  return wrong(value === 'not_a_number' ? otherwise : value === 'too_precise' ? 'tooPrecise' : 'tooLarge')
}

function readMoney(text: string, typing: Typing): Reading {
  const { currency, language, most } = typing
  const minor = numberIn(text, decimals[currency], typing, 'notAnAmount')
  if (typeof minor !== 'number') return minor
  if (minor <= 0) return wrong('notPositive')
  if (most && typeof most === 'object' && minor > most.minor)
    return wrong('over', { most: formatMoney(most, language) })
  return { value: ofMinor(minor, currency) }
}

/** What the schema has against a value. */
function against(argument: Argument, value: unknown): Reading {
  const parsed = argument.schema.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  const ofText = typeof value === 'string'
  if (issue?.code === 'too_big') return wrong(ofText ? 'tooLong' : 'over', { most: Number(issue.maximum) })
  return issue?.code === 'too_small' && !ofText ? wrong('atLeast', { least: Number(issue.minimum) }) : wrong('notValid')
}

function readNumber(argument: Argument, text: string, places: number, typing: Typing): Reading {
  const value = numberIn(text.replace(places > 0 ? /\s*[%％]$/ : /$^/, ''), places, typing, 'notANumber')
  if (typeof value !== 'number') return value
  if (typeof typing.most === 'number' && value > typing.most) return wrong('over', { most: typing.most })
  return against(argument, value)
}

const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 }
/** The English words are understood on every screen. */
const english: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** `2026-01-31`, `+3d`, `+2w`, `-1m` (a month is 30 days), `tomorrow`. */
function readDate({ asking }: Argument, text: string, { today, near = {} }: Typing): Reading {
  const typed = text.toLowerCase()
  const [, amount, unit = ''] = /^([+-]\d{1,4})([dwm])$/.exec(typed) ?? []
  const days = amount === undefined ? (near[typed] ?? english[typed]) : Number(amount) * unitDays[unit]!
  const value = days === undefined ? LocalDate.safeParse(typed).data : addDays(today, days)
  if (value === undefined || value.startsWith('0000')) return wrong('notADate')
  return asking.from === 'today' && value < today ? wrong('past', { today }) : { value }
}

/** Reads what was typed for an argument. Choices and references are chosen from a list, not read. */
export function readArgument(argument: Argument, text: string, typing: Typing): Reading {
  const typed = text.trim()
  if (typed === '') return argument.asking.optional ? { value: undefined } : wrong('missing')
  switch (argument.field.kind) {
    case 'money':
      return readMoney(typed, typing)
    case 'count':
      return readNumber(argument, typed, 0, typing)
    case 'rate':
      return readNumber(argument, typed, 4, typing)
    case 'date':
      return readDate(argument, typed, typing)
    default:
      return against(argument, typed)
  }
}
