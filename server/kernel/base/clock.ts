import { businessDate, type Country, toInstant } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

/** Clock: the time, and the day it is where the business runs. Tests hold it still and move it. */
export interface Clock {
  readonly country: Country
  now(): Date
}

export const systemClock = (country: Country): Clock => ({ country, now: () => new Date() })

/** The business date at `now`. */
export const today = ({ country }: Clock, now: Date): LocalDate => businessDate(toInstant(now), country)
