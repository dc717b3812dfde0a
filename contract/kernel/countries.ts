// Without schemas: what the sign-in page knows before anything else is loaded.

/** Decimals of each currency as it is used here (IDR, COP and the like: ISO lists more than anybody pays with). */
export const decimals = {
  INR: 2,
  MXN: 2,
  PEN: 2,
  COP: 2,
  CLP: 0,
  TZS: 2,
  KES: 2,
  NGN: 2,
  PKR: 2,
  PHP: 2,
  VND: 0,
  IDR: 0,
} as const

/** A language that letters to customers are written in. */
export type LetterLanguage = 'en' | 'es' | 'vi' | 'id'

interface InCountry {
  readonly currency: keyof typeof decimals
  readonly offsetMinutes: number
  readonly dials: string
  readonly letters: LetterLanguage
}

/**
 * Where the business may operate: the currency, the clock as minutes ahead of UTC, all year round, what is dialled
 * before a number of the country, and which of our languages letters to customers are written in.
 * Source: specification, section 9; the codes are its own (`KEN`, not `KE`).
 */
export const countries = {
  MX: { currency: 'MXN', offsetMinutes: -360, dials: '52', letters: 'es' },
  PE: { currency: 'PEN', offsetMinutes: -300, dials: '51', letters: 'es' },
  CO: { currency: 'COP', offsetMinutes: -300, dials: '57', letters: 'es' },
  CL: { currency: 'CLP', offsetMinutes: -240, dials: '56', letters: 'es' },
  IN: { currency: 'INR', offsetMinutes: 330, dials: '91', letters: 'en' },
  TZ: { currency: 'TZS', offsetMinutes: 180, dials: '255', letters: 'en' },
  KEN: { currency: 'KES', offsetMinutes: 180, dials: '254', letters: 'en' },
  NG: { currency: 'NGN', offsetMinutes: 60, dials: '234', letters: 'en' },
  PK: { currency: 'PKR', offsetMinutes: 300, dials: '92', letters: 'en' },
  PH: { currency: 'PHP', offsetMinutes: 480, dials: '63', letters: 'en' },
  VN: { currency: 'VND', offsetMinutes: 420, dials: '84', letters: 'vi' },
  ID: { currency: 'IDR', offsetMinutes: 420, dials: '62', letters: 'id' },
} as const satisfies Record<string, InCountry>

/** How numbers are written in letters of a country, as a tag: `es-MX` writes 1,234.50 and `es-CO` 1.234,50. */
export const numbersOf = (country: keyof typeof countries): string =>
  `${countries[country].letters}-${country.slice(0, 2)}` // Kenya's code begins with that of ISO

/** What countries call the numbers that people identify themselves by, where texts say PAN and Aadhaar. */
const identities: Readonly<Partial<Record<keyof typeof countries, readonly [tax: string, person: string]>>> = {
  MX: ['RFC', 'CURP'],
  VN: ['MST', 'CCCD'],
  ID: ['NPWP', 'NIK'],
  PH: ['TIN', 'PhilSys'],
  NG: ['BVN', 'NIN'],
}

/** A text of the product with the names of a country in it: `Número de RFC` for `Número de PAN`. */
export function namingIdentities(text: string, country: keyof typeof countries): string {
  const [tax, person] = identities[country] ?? []
  return tax && person ? text.replaceAll(/\bPAN\b/g, tax).replaceAll('Aadhaar', person) : text
}

const isCountry = (code: string): code is keyof typeof countries => Object.hasOwn(countries, code)

/** Minutes ahead of UTC for the clock on the screen; a country nobody knows counts as six hours behind. */
export const offsetMinutesOf = (code: string): number => (isCountry(code) ? countries[code].offsetMinutes : -360)
