import type { PromiseDraft } from '#contract/follow-up-rules.ts'
import { addDays, type Country, localTime } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Instant, LocalDate, Money } from '#contract/kernel/values.ts'
import { type ParseContext, parseMoney } from '#src/command/arguments/parse-arg.ts'
import { parseDay } from '#src/locale/parse-day.ts'

/** Who types, and what is owed on the days that may be promised. */
interface PromiseContext {
  readonly typing: ParseContext
  readonly owedOn: (day: LocalDate) => Money | undefined
}

/** What was understood of promises as they are typed, and of which part nothing was. */
export interface ParsedPromises {
  readonly promises: readonly PromiseDraft[]
  readonly problem: { readonly key: 'noDay' | 'noAmount'; readonly text: string } | null
}

/** Between promises: `fri 5000; 25 3000`. A comma stands between them too where a blank follows: `5,000` is an amount. */
const separator = /[;；、]|[,，]\s+/u

/**
 * Promises by words: for each a day, then how much, separated by semicolons. Without an amount: all that is owed on that
 * day, less what is promised beside it.
 */
export function parsePromises(text: string, { typing, owedOn }: PromiseContext): ParsedPromises {
  const promises: PromiseDraft[] = []
  for (const part of text.split(separator).map((one) => one.trim())) {
    if (part === '') continue
    const found = parseDay(part, typing)
    if (!found) return { promises, problem: { key: 'noDay', text: part } }
    const { day: promisedFor, rest } = found
    if (rest === '') {
      const promisedMinor = promises.reduce((sum, { amount }) => sum + amount.minor, 0)
      const owedMinor = owedOn(promisedFor)?.minor ?? 0
      promises.push({ promisedFor, amount: ofMinor(Math.max(0, owedMinor - promisedMinor), typing.currency) })
      continue
    }
    const read = parseMoney(rest, typing)
    if (!('value' in read)) return { promises, problem: { key: 'noAmount', text: part } }
    promises.push({ promisedFor, amount: read.value })
  }
  return { promises, problem: null }
}

/** When nothing else is said: at ten in the morning. */
const usualTime = '10:00'
const clock = /(?:^|\s)(\d{1,2})[:：hH](\d{2})?$/u

interface NextContext {
  readonly typing: ParseContext
  readonly country: Country
  readonly promises: readonly PromiseDraft[]
}

/** The day of the first promise that lies ahead; without one tomorrow. */
const usualDay = ({ promises, typing: { today } }: NextContext): LocalDate =>
  promises
    .map(({ promisedFor }) => promisedFor)
    .filter((day) => day > today)
    .toSorted()[0] ?? addDays(today, 1)

/**
 * When to follow up next, by words: a day, a time, or both (`fri 15:00`). Empty: on the day that was promised, else
 * tomorrow, at ten. Undefined where nothing is understood.
 */
export function parseNext(text: string, context: NextContext): Instant | undefined {
  const { typing, country } = context
  const typed = text.trim()
  const [whole = '', hour, minute = '00'] = clock.exec(typed) ?? []
  const words = typed.slice(0, typed.length - whole.length).trim()
  const time = hour === undefined ? usualTime : `${hour.padStart(2, '0')}:${minute}`
  const day = words !== '' ? parseDay(words, typing) : { day: hour ? typing.today : usualDay(context), rest: '' }
  return day?.rest === '' ? localTime(`${day.day} ${time}:00`, country) : undefined
}
