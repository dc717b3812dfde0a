import type { Duty } from '#contract/duty-days.ts'
import { daysBetween, weekday } from '#contract/kernel/calendar.ts'
import { localeOf } from '#contract/kernel/format.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { language } from '#src/locale/language.ts'
import { text, word } from '#src/locale/text.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(of: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${of} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(localeOf(of), { ...options, timeZone: 'UTC' })
  formats.set(key, known)
  return known
}

/** A day as a column is headed with it: `Tue 24`, by the language of the screen. */
export const dayName = (day: LocalDate): string =>
  `${formatOf(language(), { weekday: 'short' }).format(new Date(day))} ${Number(day.slice(8))}`

/** The short name of a weekday, Monday is 1. */
export const weekdayName = (of: number): string =>
  formatOf(language(), { weekday: 'short' }).format(new Date(Date.UTC(2024, 0, of))) // 1 January 2024 was a Monday

/** What stands in a cell: a letter for work, a dash for rest, else the word. */
export const letterOf = (duty: Duty): string =>
  duty === 'work' ? text('duty.letter.work') : duty === 'rest' ? '–' : word('duty.duty', duty)

/** The number of the week that begins on `monday`. Source: ISO 8601, the first has the year's first Thursday. */
export function weekNumber(monday: LocalDate): number {
  const year = new Date(Date.parse(monday) + 3 * 86_400_000).getUTCFullYear()
  const first = `${year}-01-04` as LocalDate // it always lies in the first week
  return Math.round((daysBetween(first, monday) + weekday(first) - 1) / 7) + 1
}
