import { localeOf } from '#contract/kernel/format.ts'

/** From and to, in hours of the day; null: not on that day. */
type HoursOfDay = readonly [from: number, to: number] | null

/** Weekdays behind one another that have the same hours: `Mon – Sat`. */
interface DaysWithHours {
  readonly days: string
  readonly window: HoursOfDay
}

/** A week, Monday first, as short as it can be said: days with the same hours together. */
export function hoursByDay(week: readonly HoursOfDay[], language: string): DaysWithHours[] {
  const weekdays = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  const nameOf = (nth: number) => weekdays.format(Date.UTC(2024, 0, nth + 1)) // 1 January 2024 was a Monday
  const groups: { first: number; last: number; window: HoursOfDay }[] = []
  for (const [nth, window] of week.entries()) {
    const before = groups.at(-1)
    if (before && String(before.window) === String(window)) before.last = nth
    else groups.push({ first: nth, last: nth, window })
  }
  return groups.map(({ first, last, window }) => {
    return { days: first === last ? nameOf(first) : `${nameOf(first)} – ${nameOf(last)}`, window }
  })
}

/** Hours of the day: `08:00 – 19:00`. */
export const windowText = ([from, to]: NonNullable<HoursOfDay>): string =>
  [from, to].map((hour) => `${String(hour).padStart(2, '0')}:00`).join(' – ')
