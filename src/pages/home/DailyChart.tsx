import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { Chart } from '#src/ui/chart/Chart.tsx'
import { chartTheme } from '#src/ui/theme/chart-theme.ts'

echarts.use([LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** One line of the chart: a value for each date. */
export interface ChartLine {
  readonly name: string
  readonly values: readonly number[]
}

interface Props {
  /** `2026-01-31`, one after the other. */
  readonly dates: readonly string[]
  readonly lines: readonly ChartLine[]
  /** The least that a step of the axis is worth: below it two of them would be told alike. */
  readonly minStep: number
  /** A value as it stands at the axis. */
  short(value: number): string
  /** A value as it is told where the pointer rests. */
  exact(value: number): string
}

/** Longer than that nothing moves. */
const drawnMs = 100
const stillMedia = '(prefers-reduced-motion: reduce)'
/** `01-31`: which year it is, everybody knows. */
const inYear = (date: string): string => date.slice(5)

function optionOf({ dates, lines, minStep, short, exact }: Props) {
  const { series, axis, split, legend, tooltip } = chartTheme()
  return {
    animation: !matchMedia(stillMedia).matches,
    animationDuration: drawnMs,
    animationDurationUpdate: drawnMs,
    color: series,
    grid: { top: 32, right: 8, bottom: 4, left: 4, containLabel: true },
    legend: { ...legend, top: 0, left: 0, icon: 'rect', itemWidth: 8, itemHeight: 8 },
    tooltip: { ...tooltip, trigger: 'axis', valueFormatter: (value: unknown) => exact(Number(value)) },
    xAxis: { type: 'category', data: dates.map(inYear), boundaryGap: false, ...axis },
    yAxis: {
      type: 'value',
      minInterval: minStep,
      ...axis,
      ...split,
      axisLabel: { ...axis.axisLabel, formatter: short },
    },
    series: lines.map(({ name, values }, i) => ({
      ...{ name, data: values, type: 'line', showSymbol: false },
      // told apart without their colours, too
      lineStyle: { width: 2, type: i === 0 ? 'solid' : [5, 3] },
    })),
  }
}

/** Lines over days. Loaded when it is first shown; whoever cannot see it has the table beside it. */
export function DailyChart(props: Props) {
  return (
    <div aria-hidden="true">
      <Chart optionOf={() => optionOf(props)} />
    </div>
  )
}
