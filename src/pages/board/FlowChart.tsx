import { BarChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { Chart } from '#src/ui/chart/Chart.tsx'
import { chartTheme } from '#src/ui/theme/chart-theme.ts'

echarts.use([BarChart, GridComponent, SVGRenderer])

interface Props {
  readonly days: readonly string[]
  readonly opened: readonly number[]
  readonly closed: readonly number[]
}

function optionOf({ days, opened, closed }: Props) {
  const { series, axis } = chartTheme()
  const bars = [opened, closed.map((count) => -count)]
  return {
    ...{ animation: false, color: series },
    grid: { top: 4, right: 0, bottom: 4, left: 0 },
    xAxis: { type: 'category', data: days, ...axis, axisLabel: { show: false } },
    yAxis: { type: 'value', show: false },
    series: bars.map((data) => ({ type: 'bar', stack: 'flow', data, barWidth: '55%' })),
  }
}

/** Bars over days: in above, out below. Loaded when it is first shown; its numbers stand in the table below it. */
export function FlowChart(props: Props) {
  return (
    <div aria-hidden="true">
      <Chart optionOf={() => optionOf(props)} />
    </div>
  )
}
