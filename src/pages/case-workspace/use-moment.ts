import { localeOf } from '#contract/kernel/format.ts'
import type { Instant, LocalDate } from '#contract/kernel/values.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'

/** A day with its weekday, as short as the language has it: `Fri 2026-11-27`. */
export function useDay(): (day: LocalDate) => string {
  const language = useLanguage()
  const weekdays = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  return (day) => `${weekdays.format(new Date(`${day}T00:00:00Z`))} ${day}`
}

/** A moment to the minute: `2026-11-27 10:00`; without its year: `11-27 10:00`. */
export function useMoment(): (at: Instant, short?: boolean) => string {
  const country = useCountry()
  return (at, short = false) => formatInstant(at, country).slice(short ? 5 : 0, 16)
}
