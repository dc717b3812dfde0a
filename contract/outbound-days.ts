import type { Country } from './kernel/calendar.ts'
import { startOfDay, toInstant, weekday } from './kernel/calendar.ts'
import { contactWindow, type QuietDays } from './kernel/contact-hours.ts'
import { utc } from './kernel/dayjs.ts'
import { type Instant, LocalDate } from './kernel/values.ts'

/** Days on which a robot calls, as they are stored: weekdays, Monday is 1, and dates. */
export interface OutboundDays {
  readonly weekdays: string | null
  readonly dates: string | null
}
/** The same with the hours: `09:30` to `18:00`. */
export interface OutboundTime extends OutboundDays {
  readonly startTime: string
  readonly endTime: string
}

const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** The weekdays that a text names, in order: `1-3, 7`; null where a range runs backwards, or is none. */
export function parseWeekdays(text: string): number[] | null {
  const named = new Set<number>()
  for (const part of partsOf(text)) {
    const [, from, to = from] = /^([1-7])(?:\s*-\s*([1-7]))?$/.exec(part) ?? []
    if (from === undefined || Number(from) > Number(to)) return null
    for (let day = Number(from); day <= Number(to); day++) named.add(day)
  }
  return [...named].sort((one, other) => one - other)
}

/** Weekdays as they are stored: runs of three and more as ranges. */
export function formatWeekdays(days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) => (run.length > 2 ? [`${run[0]}-${run.at(-1)}`] : run.map(String))).join(', ')
}

/** The dates that a text names, in order; null where a part of it is none. */
export function parseDates(text: string): LocalDate[] | null {
  const dates = partsOf(text).map((part) => LocalDate.safeParse(part).data)
  return dates.every((date) => date !== undefined) ? [...new Set(dates)].sort() : null
}

/** Whether calls go out on a day: by its weekday, or by its date. */
const goesOutOn = ({ weekdays, dates }: OutboundDays, day: LocalDate): boolean =>
  (weekdays !== null && (parseWeekdays(weekdays) ?? []).includes(weekday(day))) ||
  (dates !== null && (parseDates(dates) ?? []).includes(day))

/** Minutes from midnight: `09:30`. */
const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** When calls go out on a day: the hours asked for within those of the law; null: not on that day. */
export function outboundWindow(
  asked: OutboundTime,
  day: LocalDate,
  country: Country,
  quiet: QuietDays,
): { readonly from: Instant; readonly to: Instant } | null {
  const law = goesOutOn(asked, day) ? contactWindow(day, country, quiet) : null
  if (!law) return null
  const momentOf = (time: string) => toInstant(utc(startOfDay(day, country)).add(minutesOf(time), 'minute').toDate())
  const [start, end] = [momentOf(asked.startTime), momentOf(asked.endTime)]
  const from = start > law.from ? start : law.from
  const to = end < law.to ? end : law.to
  return from < to ? { from, to } : null
}
