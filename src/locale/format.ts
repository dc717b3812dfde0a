import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Instant } from '#contract/kernel/values.ts'

/** A moment on the clock of the operating country: `2026-01-31 15:00:00`. */
export const formatInstant = (instant: Instant | string, country: string): string =>
  new Date(Date.parse(instant) + offsetMinutesOf(country) * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** The time of day of a moment: `15:00:00`. */
export const formatTime = (instant: Instant | string, country: string): string =>
  formatInstant(instant, country).slice(11)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago a moment was, in minutes, hours or days: `5 minutes ago`. Stands only beside the moment itself. */
export function formatAgo(at: number, now: number, language: string): string {
  const past = Math.max(0, now - at)
  const [unit, ms] = units.find(([, size]) => past >= size) ?? units[2]
  return new Intl.RelativeTimeFormat(language, { style: 'long' }).format(-Math.floor(past / ms), unit)
}
