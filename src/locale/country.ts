import { proxy, useSnapshot } from 'valtio'
import type { Country } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Currency } from '#contract/kernel/values.ts'

/** What stands for the operating country while nobody is signed in. */
const unknown: Country = 'IN'
const state = proxy<{ country: Country }>({ country: unknown })

/** The operating country. */
export const country = (): Country => state.country
/** The operating country; renders again when it changes. */
export const useCountry = (): Country => useSnapshot(state).country
/** The currency of the operating country. */
export const useCurrency = (): Currency => countries[useCountry()].currency

/** Takes over the country of whoever signs in; null where nobody is signed in. */
export const setCountry = (next: Country | null): void => {
  state.country = next ?? unknown
}
