import type { Country } from '../kernel/calendar.ts'

/** A PAN of a person: five letters, the fourth a P, four digits, a letter. Source: Income Tax Department of India. */
export const panValid = (pan: string): boolean => /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(pan)

/** The group of a pentagon's ten symmetries. Source: J. Verhoeff, Error Detecting Decimal Codes, 1969. */
const turned = (a: number, b: number): number =>
  a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b) % 5) : (a - b + 10) % 5
const shuffle = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
const shuffled = (digit: number, times: number): number => (times === 0 ? digit : shuffled(shuffle[digit]!, times - 1))

/** Verhoeff checksum of digits, the last one being the `from`th from the right. 0 for what is valid. */
export const verhoeff = (digits: string, from: number): number =>
  [...digits].reverse().reduce((sum, digit, i) => turned(sum, shuffled(Number(digit), (i + from) % 8)), 0)

/** A number of Aadhaar: twelve digits, the first 2 to 9, the last a check on the others. */
export const aadhaarValid = (digits: string): boolean => /^[2-9]\d{11}$/.test(digits) && verhoeff(digits, 0) === 0

/** The code of an Indian bank's branch. Source: Reserve Bank of India. */
export const ifscValid = (code: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(code)

/** The check digit of a CURP: its first seventeen characters by their places. Source: RENAPO, instructivo normativo. */
export const curpDigit = (text: string): number => {
  const order = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
  const sum = [...text.slice(0, 17)].reduce((total, sign, i) => total + order.indexOf(sign) * (18 - i), 0)
  return (10 - (sum % 10)) % 10
}
/** The number of a person in Mexico's register: letters and date of birth, sex, state, letters, a sign, a check digit. */
const curpValid = (text: string): boolean =>
  /^[A-Z]{4}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d$/.test(text) && curpDigit(text) === Number(text.at(-1))

/** Number of a resident of Indonesia: district, date of birth (of women the day and 40), a serial. Source: Permendagri. */
const nikValid = (digits: string): boolean =>
  /^[1-9]\d{5}(0[1-9]|[12]\d|3[01]|4[1-9]|[56]\d|7[01])(0[1-9]|1[0-2])\d{6}$/.test(digits)

type Check = (text: string) => boolean
const matches =
  (form: RegExp): Check =>
  (text) =>
    form.test(text)

/**
 * What people identify themselves by: in `pan` the number that taxes, or the bank, know them by, in `aadhaar` that of
 * the register of persons. Mexico: RFC and CURP; Vietnam: tax code and citizen card; Indonesia: NPWP and NIK; the
 * Philippines: TIN and PhilSys number; Nigeria: BVN and NIN.
 */
const identities: Readonly<Partial<Record<Country, Readonly<Record<'pan' | 'aadhaar', Check>>>>> = {
  IN: { pan: panValid, aadhaar: aadhaarValid },
  MX: { pan: matches(/^[A-ZÑ&]{4}\d{6}[A-Z\d]{3}$/), aadhaar: curpValid },
  VN: { pan: matches(/^(\d{10}|0\d{11})$/), aadhaar: matches(/^0\d{11}$/) },
  ID: { pan: matches(/^\d{15,16}$/), aadhaar: nikValid },
  PH: { pan: matches(/^\d{9}(\d{3,5})?$/), aadhaar: matches(/^\d{12}(\d{4})?$/) },
  NG: { pan: matches(/^22\d{9}$/), aadhaar: matches(/^\d{11}$/) },
}

/** Whether a number is one that people of a country identify themselves by; of a country that nothing is known of, any. */
export const identityValid = (of: 'pan' | 'aadhaar', text: string, country: Country): boolean =>
  identities[country]?.[of](text) ?? true
