import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import { atOffset } from '#contract/kernel/dayjs.ts'
import type { Instant } from '#contract/kernel/values.ts'

/** A moment, in milliseconds or as the contract has it. */
type Moment = Instant | string | number

/** A moment on the clock of the operating country: `2026-01-31 15:00:00`. */
export const formatInstant = (at: Moment, country: string): string =>
  atOffset(at, offsetMinutesOf(country)).format('YYYY-MM-DD HH:mm:ss')

/** The time of day of a moment: `15:00:00`. */
export const formatTime = (at: Moment, country: string): string =>
  atOffset(at, offsetMinutesOf(country)).format('HH:mm:ss')

const [minute, hour] = [60, 3_600]

/** A duration in minutes and seconds: `13:47`; from an hour on with hours before them: `1:13:47`. */
export function formatDuration(seconds: number): string {
  const padded = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const short = `${padded((seconds % hour) / minute)}:${padded(seconds % minute)}`
  return seconds < hour ? short : `${Math.floor(seconds / hour)}:${short}`
}
