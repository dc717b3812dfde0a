import type { Country } from '#contract/kernel/calendar.ts'
import { india } from './india.ts'
import { indonesia } from './indonesia.ts'
import { mexico } from './mexico.ts'
import { nigeria } from './nigeria.ts'
import type { CountryPack } from './pack.ts'
import { philippines } from './philippines.ts'
import { vietnam } from './vietnam.ts'

const packs: Readonly<Partial<Record<Country, CountryPack>>> = {
  IN: india,
  MX: mexico,
  VN: vietnam,
  ID: indonesia,
  PH: philippines,
  NG: nigeria,
}

/** The pack of a country; where there is none, India's people in its currency. */
export const packOf = (country: Country): CountryPack => packs[country] ?? india
