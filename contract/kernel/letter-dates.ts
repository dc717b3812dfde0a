import dayjs from 'dayjs'
import en from 'dayjs/locale/en.js'
import es from 'dayjs/locale/es.js'
import id from 'dayjs/locale/id.js'
import type { LetterLanguage } from './countries.ts'
import { utc } from './dayjs.ts'
import type { LocalDate } from './values.ts'

/** dayjs' locales with the month that each of them shortens otherwise than Unicode's CLDR. */
const locales = [
  { ...en, name: 'letters-en', monthsShort: en.months!.map((month) => month.slice(0, 3)).with(8, 'Sept') },
  { ...es, name: 'letters-es', monthsShort: es.monthsShort!.with(8, 'sept') },
  { ...id, name: 'letters-id', monthsShort: id.monthsShort!.with(7, 'Agu') },
]
for (const locale of locales) dayjs.locale(locale, undefined, true)

/** A day as customers read it in their letters: `10 Mar 2026`. Source: the medium dates of CLDR. */
export const formatDay = (date: LocalDate, language: LetterLanguage): string =>
  language === 'vi' ? utc(date).format('D [thg] M, YYYY') : utc(date).locale(`letters-${language}`).format('D MMM YYYY')
