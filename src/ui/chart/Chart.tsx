import * as echarts from 'echarts/core'
import EChartsReact from 'echarts-for-react/esm/core'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { appearance, useShownTheme } from '../theme/theme.ts'

interface Props {
  /** What is drawn, in the colours that the page has now. */
  optionOf(): object
  /** Somebody has pressed on the chart: at which place of its axis, from 0. */
  readonly onPick?: (at: number) => void
}

/** Chart: drawn by echarts, and anew whenever the look of the page changes. Whoever has one says which parts of echarts it takes. */
export function Chart({ optionOf, onPick }: Props) {
  useShownTheme() // the colours are read from the page, which changes with this …
  useSnapshot(appearance) // … and with that
  const pick = useRef(onPick)
  pick.current = onPick
  const hear = (chart: echarts.ECharts) =>
    chart.getZr().on('click', ({ offsetX, offsetY }) => {
      const [at] = chart.convertFromPixel('grid', [offsetX, offsetY])
      if (at !== undefined && at >= 0) pick.current?.(at)
    })
  return (
    <EChartsReact
      echarts={echarts}
      option={optionOf()}
      notMerge
      opts={{ renderer: 'svg' }}
      style={{ height: '100%' }}
      onChartReady={hear}
    />
  )
}
