import { addDays, businessDate, type Country, startOfDay, toInstant, weekday } from './calendar.ts'
import { offsetMinutesOf } from './countries.ts'
import { atOffset, utc } from './dayjs.ts'
import { ok, refused, type Verdict } from './fault.ts'
import type { Instant, LocalDate } from './values.ts'

/** Ways in which a customer is contacted: by somebody who calls or writes, by a message of the house, by a robot. */
export const contactWays = ['call', 'whatsApp', 'message', 'robot'] as const
export type ContactWay = (typeof contactWays)[number]

/** Days on which customers are left alone, beside those of the week: holidays. */
export type QuietDays = ReadonlySet<LocalDate>
const noDays: QuietDays = new Set()

/** From and to, in hours of the day; null: not on that day. */
type Window = readonly [from: number, to: number] | null
/** Monday to Sunday. */
type Week = readonly [Window, Window, Window, Window, Window, Window, Window]

const everyDay = (from: number, to: number): Week => {
  const window = [from, to] as const
  return [window, window, window, window, window, window, window]
}

/**
 * Contact hours (quiet hours outside them): when lenders may contact debtors. Source: the rules of each country; where
 * none is known that names hours, the narrowest of them.
 */
const contact: Readonly<Partial<Record<Country, Week>>> = {
  IN: everyDay(8, 19),
  /** Monday to Saturday, national holidays excepted. Source: POJK 22/2023, article 62. */
  ID: [[8, 20], [8, 20], [8, 20], [8, 20], [8, 20], [8, 20], null],
  VN: everyDay(7, 21),
  MX: everyDay(7, 22),
  /** Later and earlier is unfair collection; what the circular lets off for old debts is not made use of. Source: SEC MC 18, s. 2019. */
  PH: everyDay(6, 22),
  CO: [[7, 19], [7, 19], [7, 19], [7, 19], [7, 19], [8, 15], null],
}
/** Nigeria forbids harassment without naming hours (CBN consumer protection, FCCPC lending regulations 2025). */
const narrowest = everyDay(8, 19)

/** Looked no further ahead than this for a day on which customers may be contacted. */
const daysMax = 31

const windowOn = (date: LocalDate, country: Country, quiet: QuietDays): Window =>
  quiet.has(date) ? null : contactWeek(country)[weekday(date) - 1]!

/** When a window opens: the day, and the hour of it. */
type Opening = readonly [date: LocalDate, hour: number]

/** The next day and hour that a window opens. */
function opensAfter(today: LocalDate, hour: number, country: Country, quiet: QuietDays): Opening {
  for (let days = 0; days < daysMax; days++) {
    const date = addDays(today, days)
    const window = windowOn(date, country, quiet)
    if (window && (days > 0 || hour < window[0])) return [date, window[0]]
  }
  const date = addDays(today, daysMax)
  return [date, windowOn(date, country, noDays)?.[0] ?? 0]
}

/** Null while the window is open, else when it opens again. */
function closedUntil(at: Instant, country: Country, quiet: QuietDays): Opening | null {
  const today = businessDate(at, country)
  const hour = atOffset(at, offsetMinutesOf(country)).hour()
  const window = windowOn(today, country, quiet)
  return window && hour >= window[0] && hour < window[1] ? null : opensAfter(today, hour, country, quiet)
}

const momentOf = ([date, hour]: Opening, country: Country): Date =>
  utc(startOfDay(date, country)).add(hour, 'hour').toDate()

/** A moment at which customers may be contacted again, as it is said: `2026-01-31 08:00`, where the business runs. */
export const openingText = (at: Date, country: Country): string =>
  atOffset(at, offsetMinutesOf(country)).format('YYYY-MM-DD HH:mm')

/** The moment that `openingText` says. */
export const openingOf = (text: string, country: Country): Date =>
  utc(text).subtract(offsetMinutesOf(country), 'minute').toDate()

/** The contact hours of each weekday, Monday to Sunday, in hours of the day. */
export const contactWeek = (country: Country): Week => contact[country] ?? narrowest

/** Whether the rules of a country name its contact hours; elsewhere they are the narrowest of any. */
export const hasContactLaw = (country: Country): boolean => contact[country] !== undefined

/** The contact hours of a day, from and to; null: nobody is contacted then. */
export function contactWindow(day: LocalDate, country: Country, quiet: QuietDays) {
  const window = windowOn(day, country, quiet)
  if (!window) return null
  const [from, to] = window.map((hour) => toInstant(momentOf([day, hour], country)))
  return { from: from!, to: to! }
}

/** Whether customers may be called or written to; `out_of_hours` with the next moment they may: `2026-01-31 08:00`. */
export function contactHours(at: Instant, country: Country, quiet: QuietDays = noDays): Verdict {
  const opening = closedUntil(at, country, quiet)
  if (!opening) return ok
  return refused('out_of_hours', { opens: openingText(momentOf(opening, country), country) })
}

/** The first moment, that one or later, at which customers may be written to. */
export function nextContactAt(at: Instant, country: Country, quiet: QuietDays): Date {
  const opening = closedUntil(at, country, quiet)
  return opening ? momentOf(opening, country) : new Date(at)
}

/**
 * A day, and those right behind it on which nobody may be written to: of what falls due then, customers are told on
 * that day.
 */
export function dueDaysUntilNextContact(day: LocalDate, country: Country, quiet: QuietDays): LocalDate[] {
  const days = [day]
  for (let next = addDays(day, 1); !windowOn(next, country, quiet) && days.length < daysMax; next = addDays(next, 1)) {
    days.push(next)
  }
  return days
}
