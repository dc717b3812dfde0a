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

/**
 * Where the business may operate: the currency, and the clock as minutes ahead of UTC, all year round.
 * Source: specification, section 9; the codes are its own (`KEN`, not `KE`).
 */
export const countries = {
  MX: { currency: 'MXN', offsetMinutes: -360 },
  PE: { currency: 'PEN', offsetMinutes: -300 },
  CO: { currency: 'COP', offsetMinutes: -300 },
  CL: { currency: 'CLP', offsetMinutes: -240 },
  IN: { currency: 'INR', offsetMinutes: 330 },
  TZ: { currency: 'TZS', offsetMinutes: 180 },
  KEN: { currency: 'KES', offsetMinutes: 180 },
  NG: { currency: 'NGN', offsetMinutes: 60 },
  PK: { currency: 'PKR', offsetMinutes: 300 },
  PH: { currency: 'PHP', offsetMinutes: 480 },
  VN: { currency: 'VND', offsetMinutes: 420 },
  ID: { currency: 'IDR', offsetMinutes: 420 },
} as const satisfies Record<string, { currency: keyof typeof decimals; offsetMinutes: number }>

const isCountry = (code: string): code is keyof typeof countries => Object.hasOwn(countries, code)

/** Minutes ahead of UTC for the clock on the screen; a country nobody knows counts as six hours behind. */
export const offsetMinutesOf = (code: string): number => (isCountry(code) ? countries[code].offsetMinutes : -360)
