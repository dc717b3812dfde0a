import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Instant } from '#contract/kernel/values.ts'

/** A moment on the clock of the operating country: `2026-01-31 15:00:00`. */
export const formatInstant = (instant: Instant | string, country: string): string =>
  new Date(Date.parse(instant) + offsetMinutesOf(country) * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** The time of day of a moment: `15:00:00`. */
export const formatTime = (instant: Instant | string, country: string): string =>
  formatInstant(instant, country).slice(11)
