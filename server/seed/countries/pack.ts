import type { Random } from '#server/seed/history/random.ts'

/** Words that names are drawn from. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Country pack: what makes the demo of a country look as if it were lived there. */
export interface CountryPack {
  readonly givenNames: Readonly<Record<'female' | 'male', readonly string[]>>
  readonly familyNames: readonly string[]
  /** Whether the family's name stands first. */
  readonly familyFirst?: boolean
  /** Cities with the beginning of their postcodes, and how many digits follow. */
  readonly cities: readonly (readonly [city: string, postcode: string])[]
  readonly postcodeDigits: number
  readonly streets: readonly string[]
  /** Banks by their codes, and how many of a hundred bank there. */
  readonly banks: readonly (readonly [code: string, name: string, weight: number])[]
  /** The bank's branch by its code, where banks have such. */
  readonly branch: ((code: string, random: Random) => string) | null
  /** A mobile number as dialled in the country. */
  readonly phone: (random: Random) => string
  /** What taxes, or banks, know people by, and what the register of persons does. */
  readonly pan: (family: string, random: Random) => string
  readonly aadhaar: (random: Random) => string
  /** What an amount of India is here: minor units for each of India's. */
  readonly scale: number
}

/** An amount of India as it is in a country, in whole minor units. */
export const scaled = (minor: number, { scale }: Pick<CountryPack, 'scale'>): number => Math.round(minor * scale)
