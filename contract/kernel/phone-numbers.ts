import type { Country } from './calendar.ts'
import { countries } from './countries.ts'

/**
 * Mobile numbers as they are dialled within a country, without the 0 in front. Source: the numbering plan of each
 * country, as the ITU lists it; where none stands here, any number may be one.
 */
const mobile: Readonly<Partial<Record<Country, RegExp>>> = {
  IN: /^[6-9]\d{9}$/,
  MX: /^[1-9]\d{9}$/,
  VN: /^[35789]\d{8}$/,
  ID: /^8\d{8,11}$/,
  PH: /^9\d{9}$/,
  NG: /^[789][01]\d{8}$/,
}

/** Whether digits may be a mobile number of a country, dialled from within, without the 0 in front. */
export const isMobileNumber = (digits: string, country: Country): boolean => mobile[country]?.test(digits) ?? true

/** Longest a number is within a country that no plan is known of. */
const nationalMax = 10

/** The part of a number that is dialled within the country, of digits with or without the country or a 0 in front. */
export function nationalNumber(digits: string, country: Country): string {
  const { dials } = countries[country]
  const rest = digits.slice(dials.length)
  const isAbroad =
    digits.startsWith(dials) && (digits.length > nationalMax || (mobile[country] && isMobileNumber(rest, country)))
  return isAbroad && !(mobile[country] && isMobileNumber(digits, country)) ? rest : digits.replace(/^0+/, '')
}
