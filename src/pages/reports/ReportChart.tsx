import { LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { Chart } from '#src/ui/chart/Chart.tsx'
import { chartTheme } from '#src/ui/theme/chart-theme.ts'
import type { ChartData } from './report-chart.ts'
import { axisEnd, axisStart, type ChartLine, namesApart } from './report-lines.ts'

echarts.use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

interface Props extends ChartData {
  onPick(at: number): void
}

/** Lines are told apart without their colours, too. */
const dashes = [
  [6, 3],
  [2, 2],
  [8, 3, 2, 3],
] as const
/** Room for the names at the ends of lines. */
const nameRoom = 130
/** How high lines are drawn, nearly: that of the chart without its axis. */
const plotHeight = 142

/** How far the names of lines are moved up or down. ECharts lays out no names of its own at the ends of lines. */
function nameShifts(lines: readonly ChartLine[], [min, max]: readonly [number, number]): readonly number[] {
  const last = lines.map(({ values }) => values.findLast((value) => value !== null) ?? 0)
  const ends = last.map((value) => ((max - value) / (max - min)) * plotHeight)
  return namesApart(ends, plotHeight)
}

type Theme = ReturnType<typeof chartTheme>

/** A line with its name at its end, moved so far; that of the cursor marks where it is. */
function seriesOf(
  { name, values, kind }: ChartLine,
  { series, legend }: Theme,
  { i, shift, at }: { readonly i: number; readonly shift: number; readonly at: number },
) {
  const isCurrent = kind === 'current'
  const color = series[isCurrent ? 0 : 1]
  const dash = isCurrent ? 'solid' : kind === 'before' ? [1, 3] : dashes[i - 1]
  return {
    ...{ name, data: values, type: 'line', showSymbol: values.length < 2, symbolSize: 4, itemStyle: { color } },
    lineStyle: { width: isCurrent ? 2 : 1.2, type: dash, color },
    endLabel: {
      ...{ show: true, formatter: name, ...legend.textStyle, color, distance: 6 },
      ...{ width: nameRoom - 12, overflow: 'truncate' },
      offset: [0, shift],
    },
    ...(isCurrent && {
      markLine: {
        ...{ silent: true, symbol: 'none', animation: false, label: { show: false } },
        lineStyle: { color, type: 'solid', width: 1 },
        data: at < 0 ? [] : [{ xAxis: at }],
      },
    }),
  }
}

/** A chart as echarts has it, in the colours that the page has now. */
export function optionOf({ labels, lines, unit, at, format }: ChartData) {
  const theme = chartTheme()
  const { axis, split, tooltip } = theme
  const { max, step } = axisEnd(lines, unit)
  const min = axisStart(lines, step)
  const shifts = nameShifts(lines, [min, max])
  const scale = { type: 'value', min, max, interval: step }
  return {
    animation: false,
    grid: { top: 10, right: nameRoom, bottom: 4, left: 4, containLabel: true },
    tooltip: {
      ...tooltip,
      trigger: 'axis',
      valueFormatter: (value: unknown) => (value === null || value === undefined ? '' : format(Number(value))),
    },
    xAxis: { type: 'category', data: labels, boundaryGap: false, ...axis },
    yAxis: { ...scale, ...axis, ...split, axisLabel: { ...axis.axisLabel, formatter: format } },
    series: lines.map((line, i) => seriesOf(line, theme, { i, shift: shifts[i]!, at })),
  }
}

/** Chart of a report. Loaded when it is first shown; whoever cannot see it has the table below. */
export function ReportChart(props: Props) {
  const { labels, onPick } = props
  return <Chart optionOf={() => optionOf(props)} onPick={(at) => at < labels.length && onPick(at)} />
}
