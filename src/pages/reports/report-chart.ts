import { isDuration, isShare, type Measure } from '#contract/kernel/report.ts'
import { formatNumber } from './report-cells.ts'
import { type AxisUnit, type ChartLine, chartLines } from './report-lines.ts'
import type { ReportState, ShownReport } from './use-report.ts'
import type { ReportBefore } from './use-report-before.ts'
import type { ReportCursor } from './use-report-cursor.ts'

/** Chart data: what a chart of a report draws. */
export interface ChartData {
  readonly labels: readonly string[]
  readonly lines: readonly ChartLine[]
  readonly unit: AxisUnit
  /** Where the cursor is among the labels; −1: nowhere. */
  readonly at: number
  /** A value as it stands at the axis and where the pointer rests. */
  format(value: number): string
}

/** A report that is shown, its cursor, and the period before. */
export interface ShownChart {
  readonly state: ReportState
  readonly shown: ShownReport
  readonly cursor: ReportCursor
  readonly before: ReportBefore | null
}

const axisUnit = (measure: Measure): AxisUnit =>
  isShare(measure) ? 'percent' : isDuration(measure) ? 'seconds' : 'number'

/** The number under the cursor from day to day, beside others of its kind and the period before. */
export function reportChart({ state: { declared }, shown, cursor, before }: ShownChart): ChartData {
  const { answer } = shown
  const { name } = cursor.at
  const measure = declared.report.measures[name]!
  const { labels, lines } = chartLines(declared, shown, { current: name, before })
  return {
    ...{ labels, lines, unit: axisUnit(measure) },
    at: answer.rows[cursor.row] ? labels.length - 1 - cursor.row : -1,
    format: (value) => formatNumber(value, { measure, currency: answer.currency }),
  }
}
