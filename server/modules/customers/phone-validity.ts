import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Country } from '#contract/kernel/calendar.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'

/** A number of a country in the form it is dialled in from anywhere. @throws Refusal `wrong_phone`, with its field. */
export function mustBePhone(text: string, country: Country, field: string): string {
  const region: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const number = parsePhoneNumberFromString(text, region)
  if (!number?.isValid()) throw new Refusal('wrong_phone', undefined, { field })
  return number.number
}
