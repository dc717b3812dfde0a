import { decimals } from './kernel/countries.ts'
import { type Cell, isMoney, isShare, type Measure } from './kernel/report.ts'
import type { Currency } from './kernel/values.ts'

/** How a number is compared. */
const comparisons = ['>=', '<=', '>', '<'] as const
type Comparison = (typeof comparisons)[number]

/** Alert condition: a number, how it is compared, and with what. Shares in percent, amounts in units of the currency, durations in seconds. */
export interface ReportCondition {
  readonly measure: string
  readonly comparison: Comparison
  readonly value: number
}

const shape = /^(?<measure>[^<>=]+?)\s*(?<comparison>>=|<=|>|<)\s*(?<value>-?\d+(?:\.\d+)?)\s*%?$/

/** Reads a condition as it is typed: `T0 > 42`. Null for what is none. */
export function parseCondition(text: string): ReportCondition | null {
  const { measure, comparison, value } = shape.exec(text.trim())?.groups ?? {}
  const found = comparisons.find((one) => one === comparison)
  return measure && found ? { measure, comparison: found, value: Number(value) } : null
}

/** A condition as it is kept: `overdueT0>42`. */
export const printCondition = ({ measure, comparison, value }: ReportCondition): string =>
  `${measure}${comparison}${value}`

/** Whether a number meets a condition; what is not known does not. */
export function isMet(number: number | null, { comparison, value }: ReportCondition): boolean {
  if (number === null) return false
  if (comparison === '>') return number > value
  if (comparison === '<') return number < value
  return comparison === '>=' ? number >= value : number <= value
}

/** A cell as it is compared: shares in percent, amounts in units of the currency, durations in seconds, averages as those; null where it is not known. */
export function comparedNumber(cell: Cell | null | undefined, measure: Measure, currency: Currency): number | null {
  if (!cell) return null
  const { value, per } = cell
  if (isShare(measure)) return per ? (value / per) * 100 : null
  const number = per === null ? value : value / per
  return isMoney(measure) ? number / 10 ** decimals[currency] : number
}
