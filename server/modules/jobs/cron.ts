import parser from 'cron-parser'
import cronstrue from 'cronstrue/i18n.js'
import type { Country } from '#contract/kernel/calendar.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Language } from '#locales/index.ts'
import { parseCycle, WrongCycle } from './cycle.ts'

/** The clock of a country as cron-parser names zones: `UTC+05:30`. */
function zoneOf(country: Country): string {
  const minutes = offsetMinutesOf(country)
  const two = (part: number) => String(part).padStart(2, '0')
  const ahead = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}

/** When a cycle comes round next after a moment, so many times, on the clock of a country. @throws WrongCycle */
export function nextRunsAt(cycle: string, after: Date, country: Country, count: number): Date[] {
  const { cron } = parseCycle(cycle)
  try {
    const turns = parser.parseExpression(cron, { currentDate: after, tz: zoneOf(country) })
    return Array.from({ length: count }, () => turns.next().toDate())
  } catch {
    throw new WrongCycle('cycle_never', { cycle }) // 30 February
  }
}

/** When a cycle comes round next after a moment; null for what is no cycle. */
export function nextRunAt(cycle: string, after: Date, country: Country): Date | null {
  try {
    return nextRunsAt(cycle, after, country, 1)[0]!
  } catch (error) {
    if (error instanceof WrongCycle) return null
    throw error
  }
}

/** What cronstrue calls our languages. */
const locales: Readonly<Record<Language, string>> = { zh: 'zh_CN', en: 'en', es: 'es', vi: 'vi', id: 'id', ja: 'ja' }

/** A cycle in words. @throws WrongCycle */
export const cycleInWords = (cycle: string, language: Language): string =>
  cronstrue.toString(parseCycle(cycle).cron, {
    locale: locales[language],
    dayOfWeekStartIndexZero: true,
    use24HourTimeFormat: true,
  })
