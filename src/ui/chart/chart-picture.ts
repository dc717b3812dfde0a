import { LegendComponent, TitleComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { chartTheme } from '../theme/chart-theme.ts'

echarts.use([TitleComponent, LegendComponent, CanvasRenderer])

/** Size of a picture in CSS pixels; it has twice as many of its own each way. */
const size = { width: 1200, height: 560 } as const
const pixelRatio = 2
/** Room for the title above the lines, and for the legend below them. */
const [titleHeight, legendHeight] = [84, 40]

/** What stands around the lines of a picture: who sees it elsewhere has nothing else to go by. */
export interface PictureText {
  readonly title: string
  /** Below the title: what it is of, for when, as it was known to whom. */
  readonly notes: readonly string[]
}

/** Chart as a picture (PNG), in the colours that the page has now, with its title, notes and legend. */
export async function chartPicture(
  option: object & { readonly grid: object },
  { title, notes }: PictureText,
): Promise<Blob> {
  const { title: titleTheme, legend, surface } = chartTheme()
  const place = document.createElement('div')
  const chart = echarts.init(place, null, { renderer: 'canvas', devicePixelRatio: pixelRatio, ...size })
  try {
    chart.setOption({
      ...option,
      backgroundColor: surface,
      title: { ...titleTheme, left: 16, top: 12, text: title, subtext: notes.join('\n') },
      legend: { ...legend, left: 16, bottom: 10, itemWidth: 32 },
      grid: { ...option.grid, top: titleHeight + 12, left: 16, bottom: legendHeight },
    })
    const canvas = chart.renderToCanvas({ pixelRatio })
    return await new Promise<Blob>((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser made no picture'))), 'image/png'),
    )
  } finally {
    chart.dispose()
  }
}
