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
import type { ShownReport } from './use-report.ts'

/** As of which day the numbers were asked for; null: as they are known now, also of a report that knows its versions. */
export const asKnownOn = ({ address, answer }: Pick<ShownReport, 'address' | 'answer'>): string | null =>
  address.asOf === undefined ? null : text('reports.asKnownOn', { day: answer.asOf })

/** What a picture of a chart is of: of which rows, as it was known when, and who has taken it. */
function notesOf({ state: { line }, shown }: ShownChart): readonly string[] {
  const { address } = shown
  const by = text(`reports.grain.${address.grain}`)
  return [
    [line, by, asKnownOn(shown)].filter(Boolean).join(' · '),
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
    saveFile(blob, fileName(page, asKnownOn(shown) ?? shown.answer.asOf, 'png'))
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
