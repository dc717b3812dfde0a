import { LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import EChartsReact from 'echarts-for-react/esm/core'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { chartTheme } from '#src/ui/theme/chart-theme.ts'
import { appearance, useShownTheme } from '#src/ui/theme/theme.ts'
import type { ChartLine } from './report-lines.ts'

echarts.use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

interface Props {
  readonly labels: readonly string[]
  readonly lines: readonly ChartLine[]
  /** Where the cursor is among the labels; −1: nowhere. */
  readonly at: number
  /** A value as it stands at the axis and where the pointer rests. */
  format(value: number): string
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

function optionOf({ labels, lines, at, format }: Props) {
  const { series, axis, split, tooltip, legend } = chartTheme()
  const [current, other] = series
  const quiet = legend.textStyle
  return {
    animation: false,
    grid: { top: 10, right: nameRoom, bottom: 4, left: 4, containLabel: true },
    tooltip: {
      ...tooltip,
      trigger: 'axis',
      valueFormatter: (value: unknown) => (value === null || value === undefined ? '' : format(Number(value))),
    },
    xAxis: { type: 'category', data: labels, boundaryGap: false, ...axis },
    yAxis: { type: 'value', splitNumber: 3, ...axis, ...split, axisLabel: { ...axis.axisLabel, formatter: format } },
    series: lines.map(({ name, values, kind }, i) => {
      const color = kind === 'current' ? current : other
      const dash = kind === 'current' ? 'solid' : kind === 'before' ? [1, 3] : dashes[i - 1]
      return {
        ...{ name, data: values, type: 'line', showSymbol: values.length < 2, symbolSize: 4, itemStyle: { color } },
        lineStyle: { width: kind === 'current' ? 2 : 1.2, type: dash, color },
        endLabel: {
          show: true,
          formatter: name,
          ...quiet,
          color,
          distance: 6,
          width: nameRoom - 12,
          overflow: 'truncate',
        },
        labelLayout: { moveOverlap: 'shiftY' },
        ...(kind === 'current' && {
          markLine: {
            ...{ silent: true, symbol: 'none', animation: false, label: { show: false } },
            lineStyle: { color, type: 'solid', width: 1 },
            data: at < 0 ? [] : [{ xAxis: at }],
          },
        }),
      }
    }),
  }
}

/** Chart of a report. Loaded when it is first shown; whoever cannot see it has the table below. */
export function ReportChart(props: Props) {
  useShownTheme() // the colours are read from the page, which changes with this …
  useSnapshot(appearance) // … and with that
  const chart = useRef<InstanceType<typeof EChartsReact>>(null)
  const pick = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
    const instance = chart.current?.getEchartsInstance()
    const [at] = instance?.convertFromPixel('grid', [offsetX, offsetY]) ?? []
    if (at !== undefined && at >= 0 && at < props.labels.length) props.onPick(at)
  }
  return (
    <EChartsReact
      ref={chart}
      echarts={echarts}
      option={optionOf(props)}
      notMerge
      opts={{ renderer: 'svg' }}
      style={{ height: '100%' }}
      onChartReady={(instance: echarts.ECharts) => instance.getZr().on('click', pick)}
    />
  )
}
