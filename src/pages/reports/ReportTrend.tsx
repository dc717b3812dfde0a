import { lazy, Suspense, useState } from 'react'
import { loadPart } from '#src/call/lazy-part.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import { ReportComparison } from './ReportComparison.tsx'
import styles from './ReportTrend.module.css'
import { formatCell, headingOf } from './report-cells.ts'
import { reportChart, type ShownChart } from './report-chart.ts'
import { rowLabel } from './report-rows.ts'

const loadChart = loadPart(async () => (await import('./ReportChart.tsx')).ReportChart)
const ReportChart = lazy(async () => ({ default: await loadChart() }))

/** Marks the chart: where it has the focus, its arrows go through time. */
export const chartSelector = '[data-report-chart]'

/** Where a chart would take the room of the rows: on low screens, and on narrow ones. */
const small = matchMedia('(max-height: 619.98px), (max-width: 639.98px)')

/** Whether the chart stands there, and how that is changed: on small screens it is a strip until somebody unfolds it. */
export function useChartFold() {
  const isSmall = useMedia(small)
  const [isUnfolded, setUnfolded] = useState(false)
  return { isSmall, isShown: !isSmall || isUnfolded, setUnfolded }
}
export type ChartFold = ReturnType<typeof useChartFold>

interface Props extends ShownChart {
  readonly fold: ChartFold
}

/** The name of the chart alone, where it has no room: unfolds it. */
function ChartStrip({ name, fold: { isShown, setUnfolded } }: { readonly name: string; readonly fold: ChartFold }) {
  const { text } = useText()
  return (
    <div className={styles.strip}>
      <Button tone="quiet" aria-expanded={isShown} onClick={() => setUnfolded(!isShown)}>
        {isShown ? '▾' : '▸'} {text('reports.chart')} · {name} <Kbd keys="C" quiet />
      </Button>
    </div>
  )
}

/** How the number under the cursor went on from day to day, and against the period before. */
export function ReportTrend({ fold, ...drawn }: Props) {
  const { text } = useText()
  const { state, shown, cursor, before } = drawn
  const { report } = state.declared
  const { answer } = shown
  const { name } = cursor.at
  const heading = headingOf(report, name)
  const chart = reportChart(drawn)
  const { labels, at } = chart
  const row = answer.rows[cursor.row]
  const format = { measure: report.measures[name]!, currency: answer.currency }
  return (
    <>
      {fold.isSmall && <ChartStrip name={heading} fold={fold} />}
      {fold.isShown && (
        <div className={styles.trend} data-small={fold.isSmall || undefined}>
          <div
            className={styles.chart}
            data-report-chart
            tabIndex={0}
            role="slider"
            aria-label={`${text('reports.chart')} · ${heading}`}
            aria-valuemin={0}
            aria-valuemax={labels.length - 1}
            aria-valuenow={Math.max(0, at)}
            aria-valuetext={`${rowLabel(state.declared, shown, row)}: ${formatCell((row?.cells ?? answer.total)[name], format)}`}
          >
            <Suspense>
              <ReportChart {...chart} onPick={(at) => cursor.goTo(labels.length - 1 - at, cursor.column)} />
            </Suspense>
          </div>
          {before && !fold.isSmall && <ReportComparison {...{ state, shown, before }} />}
        </div>
      )}
    </>
  )
}
