import { addDays, type Country } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'

/** A public holiday: its day, and its name in the language of the country. */
interface PublicHoliday {
  readonly date: LocalDate
  readonly name: string
}

/** Countries whose rules leave customers alone on holidays. Source: Colombia, Ley 2300 de 2023; Indonesia, POJK 22/2023. */
export const quietCountries: readonly Country[] = ['CO', 'ID']

const dayMs = 86_400_000

/**
 * Public holidays of a country in a year, each day of those that last several. Source: date-holidays (data CC BY-SA 3.0),
 * loaded only to fill a calendar: it knows every country.
 */
export async function publicHolidays(country: Country, year: number): Promise<PublicHoliday[]> {
  const { default: Holidays } = await import('date-holidays')
  const found = new Holidays(country).getHolidays(year).filter(({ type }) => type === 'public')
  const days = new Map<LocalDate, string>()
  for (const { date, start, end, name } of found) {
    const first = date.slice(0, 10) as LocalDate // as the library writes it: 2026-01-26 00:00:00
    const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
    for (let i = 0; i < length; i++) {
      const day = addDays(first, i)
      if (!days.has(day)) days.set(day, name)
    }
  }
  return [...days].map(([date, name]) => ({ date, name }))
}
