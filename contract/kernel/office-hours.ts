import { addDays, businessDate, type Country, startOfDay, weekday } from './calendar.ts'
import type { Instant, LocalDate } from './values.ts'

/** Business hours: from when to when, in hours of the day, and on how many days of the week, from Monday on. */
export interface OfficeHours {
  readonly country: Country
  readonly opensAt: number
  readonly closesAt: number
  readonly daysPerWeek: number
  /** Days on which nobody works. */
  readonly holidays: ReadonlySet<string>
}

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** Looked no further ahead than this for a day on which somebody works. */
const daysMax = 366

/** Business day: whether anybody works on a day. */
export const isBusinessDay = (
  date: LocalDate,
  { daysPerWeek, holidays }: Pick<OfficeHours, 'daysPerWeek' | 'holidays'>,
): boolean => weekday(date) <= daysPerWeek && !holidays.has(date)

/** The moment at which so many minutes of business hours have passed. Where nobody ever works, the clock alone counts. */
export function afterOfficeMinutes(at: Instant, minutes: number, office: OfficeHours): Date {
  const { country, opensAt, closesAt } = office
  let left = minutes * minuteMs
  const from = Date.parse(at)
  const first = businessDate(at, country)
  for (let days = 0; days <= daysMax && closesAt > opensAt; days++) {
    const date = addDays(first, days)
    if (!isBusinessDay(date, office)) continue
    const midnight = Date.parse(startOfDay(date, country))
    const [opens, closes] = [midnight + opensAt * hourMs, midnight + closesAt * hourMs]
    const start = Math.max(from, opens)
    if (start >= closes) continue
    if (start + left <= closes) return new Date(start + left)
    left -= closes - start
  }
  return new Date(from + minutes * minuteMs)
}
