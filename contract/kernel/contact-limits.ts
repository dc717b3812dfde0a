import type { Country } from './calendar.ts'

/** Contact limits: how often lenders may turn to a debtor, in whatever way. */
interface ContactLimits {
  /** Most contacts and attempts on one day; null where the law names no number. */
  readonly perDay: number | null
  /** Whether a debtor who was spoken to is reached by that channel alone until the week ends. */
  readonly oneChannelPerWeek: boolean
}

const unlimited: ContactLimits = { perDay: null, oneChannelPerWeek: false }

/** Source: Vietnam, circular 18/2019/TT-NHNN; Colombia, Ley 2300 of 2023. */
const limits: Readonly<Partial<Record<Country, ContactLimits>>> = {
  VN: { perDay: 5, oneChannelPerWeek: false },
  CO: { perDay: 1, oneChannelPerWeek: true },
}

/** The limits that the law of a country sets. */
export const contactLimitsOf = (country: Country): ContactLimits => limits[country] ?? unlimited

/** Most contacts on one day: what the law allows, or less where the business says so; `own` 0: as the law has it. */
export function contactsPerDay(country: Country, own: number): number | null {
  const { perDay } = contactLimitsOf(country)
  if (own === 0) return perDay
  return perDay === null ? own : Math.min(own, perDay)
}
