import { z } from 'zod'
import { countries } from './countries.ts'
import type { Instant, LocalDate } from './values.ts'

/** A country of operation. */
export type Country = keyof typeof countries
export const Country = z.enum(Object.keys(countries) as [Country, ...Country[]])

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
function isoAt(ms: number): string {
  const iso = new Date(ms).toISOString()
  if (iso.length !== 24) throw new RangeError(`${iso} is outside the years 0 to 9999`)
  return iso
}
// what `toISOString` writes is an instant, and its first ten characters are a date
const instantAt = (ms: number) => isoAt(ms) as Instant
const dateAt = (ms: number) => isoAt(ms).slice(0, 10) as LocalDate
const offsetMs = (country: Country) => countries[country].offsetMinutes * minuteMs

/** A moment as the contract has it. */
export const toInstant = (at: Date): Instant => instantAt(at.getTime())

/** The day it is in `country` at that moment. */
export const businessDate = (instant: Instant, country: Country): LocalDate =>
  dateAt(Date.parse(instant) + offsetMs(country))

/**
 * So many days later; earlier where `days` is negative.
 * @throws RangeError outside the years 0 to 9999.
 */
export const addDays = (date: LocalDate, days: number): LocalDate => dateAt(Date.parse(date) + days * dayMs)

/** How many days `to` lies after `from`; negative where it lies before. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** The first moment of that day in `country`. */
export const startOfDay = (date: LocalDate, country: Country): Instant =>
  instantAt(Date.parse(date) - offsetMs(country))

/** The last millisecond of that day in `country`: a payment valued then is still on time. */
export const endOfDay = (date: LocalDate, country: Country): Instant =>
  instantAt(Date.parse(date) - offsetMs(country) + dayMs - 1)

/** Day of the week, 1 for Monday to 7 for Sunday. Source: ISO 8601. */
export const weekday = (date: LocalDate): number => ((new Date(date).getUTCDay() + 6) % 7) + 1

/**
 * The moment of a clock reading that names no zone, `2016-08-15 18:22:40.000000`, taken as the time of `country`.
 * Undefined where `text` is no such reading. Exact to the millisecond; further digits are dropped.
 */
export function localTime(text: string, country: Country): Instant | undefined {
  const [, date, time, fraction = ''] = /^([12]\d{3}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?$/.exec(text) ?? []
  if (date === undefined) return undefined
  const reading = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const ms = Date.parse(reading)
  // 30 February and 24:00 parse on some engines, but never come back as they were written
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== reading) return undefined
  return instantAt(ms - offsetMs(country))
}
