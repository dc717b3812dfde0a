import { toInstant } from '#contract/kernel/calendar.ts'
import { fileName } from '#contract/kernel/format.ts'
import { download, saveFile } from '#src/call/download.ts'
import { showError } from '#src/call/show-error.ts'
import { country } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { say, text } from '#src/locale/text.ts'
import { currentSession } from '#src/session/base/session.ts'
import { serverTime } from '#src/session/clock.ts'
import { headingOf } from './report-cells.ts'
import { reportChart, type ShownChart } from './report-chart.ts'
import { drawnMeasures } from './report-lines.ts'

/** What a picture of a chart is of: of which rows, as it was known when, and who has taken it. */
function notesOf({ state: { line, declared }, shown: { address, answer } }: ShownChart): readonly string[] {
  const by = text(`reports.grain.${address.grain}`)
  const known = declared.report.known ? ` · ${text('reports.asOf')} ${answer.asOf}` : ''
  return [
    [line, by].filter(Boolean).join(' · ') + known,
    `${currentSession.user?.account ?? ''} · ${formatInstant(toInstant(serverTime()), country())}`,
  ]
}

/** Saves the chart of a report as a picture (PNG), in the theme that it is drawn in. */
export async function saveChartPicture(chart: ShownChart): Promise<void> {
  const { state, shown, cursor } = chart
  const { declared } = state
  const page = say(`menu.${declared.page}`)
  const title = `${page} · ${headingOf(declared.report, cursor.at.name)}`
  try {
    const [{ optionOf }, { chartPicture }] = await Promise.all([
      import('./ReportChart.tsx'),
      import('#src/ui/chart/chart-picture.ts'),
    ])
    const blob = await chartPicture(optionOf(reportChart(chart)), { title, notes: notesOf(chart) })
    saveFile(blob, fileName(page, shown.answer.asOf, 'png'))
  } catch (error) {
    showError(error)
  }
}

/** Saves the points of a chart, as the report exports the numbers that are drawn. */
export function saveChartPoints({ state: { declared, asked }, shown, cursor }: ShownChart): Promise<void> {
  const { report } = declared
  const measures = drawnMeasures(report, shown.measures, cursor.at.name)
  return download(report.export, { ...asked, measures } as never, `${report.id}.csv`) // as its input has it
}
