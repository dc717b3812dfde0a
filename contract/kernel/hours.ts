import { addDays, businessDate, type Country, startOfDay, weekday } from './calendar.ts'
import { ok, refused, type Verdict } from './fault.ts'
import type { Instant, LocalDate } from './values.ts'

/** Whether something may be done at that moment where the business runs, or from when on. */
export type Hours = (at: Instant, country: Country) => Verdict

/** From and to, in hours of the day; null: not on that day. */
type Window = readonly [from: number, to: number] | null
/** Monday to Sunday. */
type Week = readonly [Window, Window, Window, Window, Window, Window, Window]

const everyDay = (from: number, to: number): Week => {
  const window = [from, to] as const
  return [window, window, window, window, window, window, window]
}

/** When lenders may contact those who owe. Source: the rules of each country; where none is known, the narrowest of them. */
const contact: Readonly<Partial<Record<Country, Week>>> = {
  IN: everyDay(8, 19),
  ID: everyDay(8, 20),
  VN: everyDay(7, 21),
  MX: everyDay(7, 22),
  CO: [[7, 19], [7, 19], [7, 19], [7, 19], [7, 19], [8, 15], null],
}
const narrowest = everyDay(8, 19)

const hourMs = 3_600_000
const weekDays = 7

const windowOn = (date: LocalDate, country: Country): Window => (contact[country] ?? narrowest)[weekday(date) - 1]!

/** The next moment a window opens, on the clock of the country: `2026-01-31 08:00`. */
function opensAfter(today: LocalDate, hour: number, country: Country): string {
  for (let days = 0; days <= weekDays; days++) {
    const date = addDays(today, days)
    const window = windowOn(date, country)
    if (window && (days > 0 || hour < window[0])) return `${date} ${String(window[0]).padStart(2, '0')}:00`
  }
  return ''
}

/** Whether customers may be called or written to; `out_of_hours` with the next moment they may. */
export const contactHours: Hours = (at, country) => {
  const today = businessDate(at, country)
  const hour = (Date.parse(at) - Date.parse(startOfDay(today, country))) / hourMs
  const window = windowOn(today, country)
  if (window && hour >= window[0] && hour < window[1]) return ok
  return refused('out_of_hours', { opens: opensAfter(today, hour, country) })
}
