import { currencySign } from '#contract/kernel/format.ts'
import type { Currency } from '#contract/kernel/values.ts'
import type { Language } from '#locales/index.ts'

/** Zeros that a word or letter behind a number stands for, as people who work in these languages write them. */
const zerosOf: Readonly<Record<string, number>> = {
  ...{ k: 3, m: 6, lakh: 5, lakhs: 5, l: 5, crore: 7, crores: 7, cr: 7 },
  ...{ 千: 3, 万: 4, 百万: 6, 億: 8, 亿: 8 },
  ...{ mil: 3, millon: 6, millones: 6 },
  ...{ nghin: 3, ngan: 3, tr: 6, trieu: 6 },
  ...{ rb: 3, ribu: 3, jt: 6, juta: 6 },
}

/** Languages that write `1.250,50`. */
const decimalCommaLanguages: readonly Language[] = ['vi', 'id']
/** Languages of countries that write `1,250.50` and of others that write `1.250,50`: the screen does the first. */
const mixedLanguages: readonly Language[] = ['es']

/** Digits in two stretches, by the last sign among them, and which sign separates decimals on this screen. */
interface SplitNumber {
  readonly whole: string
  readonly mark: string
  readonly fraction: string
  readonly own: string
  /** Whether the other sign may separate decimals as well. */
  readonly mixed: boolean
}

/** Whether the last sign groups digits; `either` where it could as well separate decimals. */
function groupsDigits({ whole, mark, fraction, own }: SplitNumber): boolean | 'either' {
  if (whole.includes(mark)) return true
  if (fraction.length !== 3 || !/^[1-9]\d{0,2}$/.test(whole)) return false
  return mark === own ? 'either' : true
}

function joinDecimal(halves: SplitNumber): string | null {
  const { whole, mark, fraction, own, mixed } = halves
  const other = mark === '.' ? ',' : '.'
  const slip = !mixed && mark !== own && mark === ',' && !whole.includes('.') // `12,5` in English is not 12.5
  if (fraction === '' || slip || (whole.includes(other) && !isGrouped(whole, other))) return null
  return `${whole.replaceAll(other, '') || '0'}.${fraction}`
}

/**
 * Digits without what groups them, decimals behind a dot. Of two different signs the last one separates the decimals;
 * one alone does where it cannot be grouping. Null for anything else, `ambiguous` for what could be both: whoever types
 * `1.250` on a Spanish screen may well mean twelve hundred and fifty.
 */
function normalizeSeparators(number: string, language: Language): string | 'ambiguous' | null {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (last < 0) return number
  const mark = number[last]!
  const own = decimalCommaLanguages.includes(language) ? ',' : '.'
  const mixed = mixedLanguages.includes(language)
  const halves = { whole: number.slice(0, last), mark, fraction: number.slice(last + 1), own, mixed }
  const grouping = groupsDigits(halves)
  if (grouping === 'either') return 'ambiguous'
  if (grouping) return isGrouped(number, mark) ? number.replaceAll(mark, '') : null
  return joinDecimal(halves)
}

/** Whether `mark` stands where it groups digits: by three, or by two as lakh and crore are written. */
const isGrouped = (number: string, mark: string): boolean => {
  const [first = '', ...rest] = number.split(mark)
  const last = rest.pop() ?? ''
  return /^\d{1,3}$/.test(first) && /^\d{3}$/.test(last) && rest.every((part) => /^\d{2,3}$/.test(part))
}

/** A number as it was typed: its digits with a dot for the decimals, and how many zeros a word behind it adds. */
export interface ScaledNumber {
  readonly digits: string
  readonly zeros: number
}

/** The word behind a number without its marks: `triệu` is `trieu`. */
const withoutDiacritics = (unit: string): string =>
  unit
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Reads `500`, `5k`, `1,250.50`, `1.250,50`, `₹ 2 lakh`, `5万`, with or without the sign of `currency`. Null for none. */
export function parseScaledNumber(
  text: string,
  language: Language,
  currency: Currency,
): ScaledNumber | 'ambiguous' | null {
  const folded = text
    .normalize('NFKC')
    .replaceAll('−', '-')
    .replace(/(?<=\d)[\s'’_](?=\d)/g, '')
  const bare = [currencySign(currency), currency, currency.toLowerCase()].reduce(
    (left, sign) => left.replace(sign, ''),
    folded,
  )
  const [, sign = '', number, unit = ''] =
    /^([+-]?)\s*(\d[\d.,]*|[.,]\d+)\s*([\p{L}\p{M}]*)\.?$/u.exec(bare.trim()) ?? []
  const word = withoutDiacritics(unit)
  const added = word === '' ? 0 : Object.hasOwn(zerosOf, word) ? zerosOf[word] : undefined
  const digits = number === undefined ? null : normalizeSeparators(number, language)
  if (digits === null || added === undefined) return null
  return digits === 'ambiguous' ? digits : { digits: sign + digits, zeros: added }
}
