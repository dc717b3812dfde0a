import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { formatAmount } from '#contract/kernel/format.ts'
import { decimal } from '#contract/kernel/query/number.ts'
import type { Money } from '#contract/kernel/values.ts'
import { language } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { session } from '#src/session/session.ts'
import { type Argument, isChosen } from './argument.ts'
import type { Draft } from './palette.ts'
import type { Typing } from './reading.ts'
import { fold } from './search/fold.ts'

/** Whoever is at the keyboard: their language, and the currency and the day of the business. */
export function typingNow(): Typing {
  const country = session.user?.country ?? 'IN'
  return {
    language: language(),
    currency: countries[country].currency,
    today: businessDate(toInstant(new Date()), country),
    near: { [fold(text('command.today'))]: 0, [fold(text('command.tomorrow'))]: 1 },
  }
}

/** A value as it is typed: what reading it gives again. Nothing of what is chosen from a list. */
export function written(argument: Argument, value: unknown): string {
  const { field } = argument
  if (value === undefined || value === null || isChosen(argument) || argument.secret) return ''
  if (field.kind === 'money') return formatAmount(value as Money, language()) // as its schema has it
  return field.kind === 'rate' ? decimal(value as number, 4) : String(value) // as above
}

/** What stands in the line before anybody types: of one row, what the command says of it. */
export function firstText(argument: Argument, { meant, typed }: Draft): string {
  const given = typed[argument.name]
  if (given !== undefined) return given
  const [row] = meant?.known ?? []
  const first = meant?.count === 1 && row ? argument.asking.first?.(row as never) : undefined // of its own noun
  return written(argument, first)
}
