import { countries } from '#contract/kernel/countries.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { useSession } from './session.ts'

/** The currency of the operating country. */
export const useCurrency = (): Currency => countries[useSession().user?.country ?? 'IN'].currency
