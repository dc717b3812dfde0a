import parser from 'cron-parser'
import type { Country } from '#contract/kernel/calendar.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'

/** The clock of a country as cron-parser names zones: `UTC+05:30`. */
function zoneOf(country: Country): string {
  const minutes = offsetMinutesOf(country)
  const two = (part: number) => String(part).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}

/** When a cycle comes round next after a moment, on the clock of a country; null for what is no cycle. */
export function nextRunAt(cycle: string, after: Date, country: Country): Date | null {
  try {
    return parser
      .parseExpression(cycle, { currentDate: after, tz: zoneOf(country) })
      .next()
      .toDate()
  } catch {
    return null
  }
}
