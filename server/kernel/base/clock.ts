import { type Column, type SQL, sql } from 'drizzle-orm'
import { businessDate, type Country, toInstant } from '#contract/kernel/calendar.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

/** Clock: the time, and the day it is where the business runs. Tests hold it still and move it. */
export interface Clock {
  readonly country: Country
  now(): Date
}

export const systemClock = (country: Country): Clock => ({ country, now: () => new Date() })

/** The business date at `now`. */
export const today = ({ country }: Clock, now: Date): LocalDate => businessDate(toInstant(now), country)

/** Business date, in SQL: the day a moment falls on where the business runs. The same text wherever it stands: rows are grouped by it. */
export const localDay = (at: SQL | Column, { country }: Pick<Clock, 'country'>): SQL =>
  sql`(${at} + make_interval(mins => ${sql.raw(String(offsetMinutesOf(country)))}))::date`

/** When the day of a moment begins by the country's clock. */
export const startOfLocalDay = (at: SQL | Column, clock: Pick<Clock, 'country'>): SQL =>
  localMidnight(localDay(at, clock), clock)

/** When a day begins by the country's clock. */
export const localMidnight = (day: SQL | Column, { country }: Pick<Clock, 'country'>): SQL =>
  sql`(((${day})::timestamp at time zone 'UTC') - make_interval(mins => ${sql.raw(String(offsetMinutesOf(country)))}))`
