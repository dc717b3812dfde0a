import type { Dayjs } from 'dayjs'
import { z } from 'zod'
import { countries, offsetMinutesOf } from './countries.ts'
import { atOffset, utc } from './dayjs.ts'
import type { Instant, LocalDate } from './values.ts'

/** A country of operation. */
export type Country = keyof typeof countries
export const Country = z.enum(Object.keys(countries) as [Country, ...Country[]])

/** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
function isoOf(at: Dayjs | Date): string {
  const iso = at.toISOString()
  if (iso.length !== 24) throw new RangeError(`${iso} is outside the years 0 to 9999`)
  return iso
}
// what `toISOString` writes is an instant, and its first ten characters are a date
const instantOf = (at: Dayjs | Date) => isoOf(at) as Instant
const dateOf = (at: Dayjs) => isoOf(at).slice(0, 10) as LocalDate
/** Midnight UTC of a date. By way of `Date`, since dayjs takes the years 0 to 99 for those of the last century. */
const midnight = (date: LocalDate) => utc(new Date(date))

/** A moment as the contract has it. */
export const toInstant = (at: Date): Instant => instantOf(at)

/** The day it is in `country` at that moment. */
export const businessDate = (instant: Instant, country: Country): LocalDate =>
  dateOf(atOffset(instant, offsetMinutesOf(country)))

/**
 * So many days later; earlier where `days` is negative.
 * @throws RangeError outside the years 0 to 9999.
 */
export const addDays = (date: LocalDate, days: number): LocalDate => dateOf(midnight(date).add(days, 'day'))

/** The first day of the month that comes so many after that of `date`; before it where they are less than none. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  dateOf(midnight(date).date(1).add(months, 'month'))

/** The first day of the month after that of `date`. */
export const nextMonth = (date: LocalDate): LocalDate => addMonths(date, 1)

/** How many days `to` lies after `from`; negative where it lies before. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => midnight(to).diff(midnight(from), 'day')

/** The first moment of that day in `country`. */
export const startOfDay = (date: LocalDate, country: Country): Instant =>
  instantOf(midnight(date).subtract(offsetMinutesOf(country), 'minute'))

/** The last millisecond of that day in `country`: a payment valued then is still on time. */
export const endOfDay = (date: LocalDate, country: Country): Instant =>
  instantOf(midnight(date).endOf('day').subtract(offsetMinutesOf(country), 'minute'))

/** Day of the week, 1 for Monday to 7 for Sunday. Source: ISO 8601. */
export const weekday = (date: LocalDate): number => midnight(date).day() || 7

/**
 * Parses a timestamp without time zone, `2016-08-15 18:22:40.000000`, taken as the time of `country`.
 * Undefined where `text` is no such reading. Exact to the millisecond; further digits are dropped.
 */
export function localTime(text: string, country: Country): Instant | undefined {
  const [, date, time, fraction = ''] = /^([12]\d{3}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?$/.exec(text) ?? []
  if (date === undefined) return undefined
  const reading = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const at = utc(reading)
  // 30 February and 24:00 parse on some engines, but never come back as they were written
  if (!at.isValid() || at.toISOString() !== reading) return undefined
  return instantOf(at.subtract(offsetMinutesOf(country), 'minute'))
}
