import { lazy, Suspense } from 'react'
import { isShare } from '#contract/kernel/report.ts'
import { loadPart } from '#src/call/lazy-part.ts'
import { useText } from '#src/locale/text.ts'
import { ReportComparison } from './ReportComparison.tsx'
import styles from './ReportTrend.module.css'
import { formatCell, formatNumber, headingOf } from './report-cells.ts'
import { chartLines } from './report-lines.ts'
import { rowLabel } from './report-rows.ts'
import type { ReportState, ShownReport } from './use-report.ts'
import type { ReportBefore } from './use-report-before.ts'
import type { ReportCursor } from './use-report-cursor.ts'

const loadChart = loadPart(async () => (await import('./ReportChart.tsx')).ReportChart)
const ReportChart = lazy(async () => ({ default: await loadChart() }))

/** Marks the chart: where it has the focus, its arrows go through time. */
export const chartSelector = '[data-report-chart]'

interface Props {
  readonly state: ReportState
  readonly shown: ShownReport
  readonly cursor: ReportCursor
  readonly before: ReportBefore | null
}

/** How the number under the cursor went on from day to day, and against the period before. */
export function ReportTrend({ state, shown, cursor, before }: Props) {
  const { text } = useText()
  const { declared } = state
  const { report } = declared
  const { answer } = shown
  const { name } = cursor.at
  const { labels, lines } = chartLines(declared, shown, { current: name, before })
  const row = answer.rows[cursor.row]
  const measure = report.measures[name]!
  const format = (value: number) => formatNumber(value, { measure, currency: answer.currency })
  const place = row ? labels.length - 1 - cursor.row : -1
  return (
    <div className={styles.trend}>
      <div
        className={styles.chart}
        data-report-chart
        tabIndex={0}
        role="slider"
        aria-label={`${text('reports.chart')} · ${headingOf(report, name)}`}
        aria-valuemin={0}
        aria-valuemax={labels.length - 1}
        aria-valuenow={Math.max(0, place)}
        aria-valuetext={`${rowLabel(declared, shown, row)}: ${formatCell((row?.cells ?? answer.total)[name], { measure, currency: answer.currency })}`}
      >
        <Suspense>
          <ReportChart
            {...{ labels, lines, format }}
            isPercent={isShare(measure)}
            at={place}
            onPick={(at) => cursor.goTo(labels.length - 1 - at, cursor.column)}
          />
        </Suspense>
      </div>
      {before && <ReportComparison {...{ state, shown, before }} />}
    </div>
  )
}
