import { decimals } from '#contract/kernel/countries.ts'
import { currencySign, formatAmount, localeOf } from '#contract/kernel/format.ts'
import {
  type Cell,
  type Cells,
  isDuration,
  isMoney,
  isShare,
  type Measure,
  measureText,
  type Report,
  type ReportRow,
} from '#contract/kernel/report.ts'
import type { Currency, LocalDate, Money } from '#contract/kernel/values.ts'
import { formatDuration } from '#src/locale/format.ts'
import { language } from '#src/locale/language.ts'
import { say } from '#src/locale/text.ts'

/** What a report answers, whatever it is about. */
export interface ReportAnswer {
  readonly rows: readonly ReportRow[]
  readonly total: Cells
  readonly currency: Currency
  readonly asOf: LocalDate
}

/** From so much above its column on a share stands out. */
const standsOut = 1.12

const textOf = (of: 'measure' | 'meaning', report: Report, name: string): string => {
  const { key, values } = measureText(report, of, name)
  return say(key, values)
}
export const headingOf = (report: Report, name: string): string => textOf('measure', report, name)
export const meaningOf = (report: Report, name: string): string => textOf('meaning', report, name)

/** How a number is told: of which measure; durations in minutes and seconds, amounts in whole units of the currency where they stand below one another. */
interface Format {
  readonly measure: Measure
  readonly currency: Currency
  readonly whole?: boolean
}

/** A number of a cell, or of what it is a part of. */
function formatPart(part: number, { measure, currency, whole }: Format): string {
  if (isDuration(measure)) return formatDuration(part)
  if (!isMoney(measure)) return part.toLocaleString(localeOf(language()))
  const unit = whole ? 10 ** decimals[currency] : 1
  return formatAmount({ minor: Math.round(part / unit) * unit, currency } as Money, language()) // whole minor units
}

/** A number as it is compared and drawn: shares in percent, durations in seconds, averages by themselves; null where it is not known. */
export function numberOf(cell: Cell | null | undefined, measure: Measure): number | null {
  if (!cell) return null
  const { value, per } = cell
  return per === null ? value : (value / per) * (isShare(measure) ? 100 : 1)
}
const percentOf = ({ value, per }: Cell): number | null => (per ? (value / per) * 100 : null)
const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Whether a measure is what one of many pieces costs, a click: too little to be told in whole units of the currency. */
const isUnitPrice = (measure: Measure): boolean =>
  isMoney(measure) && measure.per?.sum !== undefined && !isMoney(measure.per)

/** A number as a chart tells it: shares in percent, durations as such, amounts in whole units of the currency. */
export const formatNumber = (value: number, { measure, currency }: Format): string =>
  isShare(measure)
    ? value.toLocaleString(localeOf(language()), { maximumFractionDigits: 1 })
    : formatPart(Math.round(value), { measure, currency, whole: !isUnitPrice(measure) })

/** A cell as it stands in the table; nothing where it is not known. */
export function formatCell(cell: Cell | null | undefined, format: Format): string {
  if (!cell) return ''
  if (isShare(format.measure)) return (percentOf(cell) ?? 0).toLocaleString(localeOf(language()), oneDigit)
  const whole = format.whole === true && !isUnitPrice(format.measure)
  return formatPart(cell.per ? Math.round(cell.value / cell.per) : cell.value, { ...format, whole })
}

/** Unit of a number, where it is told in one. */
export const unitOf = (measure: Measure, currency: Currency): string =>
  isShare(measure) ? ' %' : !isMoney(measure) ? '' : ` ${currencySign(currency)}`

/** Ratio of a rate, what it is of what: `37 / 226`. */
export function formatRatio({ value, per }: Cell, { measure, ...format }: Format): string {
  const parts = [formatPart(value, { ...format, measure })]
  if (per !== null) parts.push(formatPart(per, { ...format, measure: measure.per! })) // it has one: a cell of a rate
  return parts.join(' / ')
}

/** How a share looks beside the others of its table: how dark, and whether it stands out of its column. */
export function heatOf(cell: Cell | null | undefined, total: Cell | null | undefined, most: number) {
  const percent = cell ? percentOf(cell) : null
  const usual = total ? percentOf(total) : null
  if (percent === null) return { shade: 0, high: false }
  return { shade: most > 0 ? percent / most : 0, high: usual !== null && usual > 0 && percent > usual * standsOut }
}

/** The largest share that is drawn by shade. */
export function mostOf({ measures }: Report, names: readonly string[], rows: readonly ReportRow[]): number {
  const shaded = names.filter((name) => measures[name]!.tone)
  const cells = rows.flatMap((row) => shaded.map((name) => row.cells[name]))
  return Math.max(0, ...cells.map((cell) => (cell ? (percentOf(cell) ?? 0) : 0)))
}
