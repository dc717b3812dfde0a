import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import { maySchedule } from '#src/command/run/start-schedule.ts'
import { may } from '#src/session/base/session.ts'
import { selectText } from '#src/ui/select-text.ts'
import { type ChartFold, chartSelector } from './ReportTrend.tsx'
import type { ShownChart } from './report-chart.ts'
import { hasTrend } from './report-rows.ts'
import { nextSort } from './row-order.ts'
import { saveChartPicture, saveChartPoints } from './save-chart.ts'
import { alertOnReport, scheduleReport } from './schedule-report.ts'
import { type ReportActions, useActiveReport } from './use-active-report.ts'
import { exportReport, type ShownReport } from './use-report.ts'
import { useReportKeys } from './use-report-keys.ts'

/** A report as its page has it, before its numbers are there and afterwards. */
type Page = Omit<ShownChart, 'shown'> & { readonly shown: ShownReport | undefined }

interface Parts {
  readonly page: RefObject<HTMLDivElement | null>
  readonly line: RefObject<HTMLInputElement | null>
  readonly fold: ChartFold
}

/** What is done on the page of a report, by its keys and by commands. */
export function useReportActs({ state, shown, cursor, before }: Page, { page, line, fold }: Parts) {
  const { report } = state.declared
  const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector)
  const focusTable = () => find('td[tabindex="0"]')?.focus()
  /** Goes to the rows that the cell under the cursor counts, or what it is a part of. */
  const open = (part: 'value' | 'per') => {
    const cell = (shown?.answer.rows[cursor.row]?.cells ?? shown?.answer.total)?.[cursor.at.name]
    if (cell) navigate(state.drill(cursor.at, part).path)
  }
  /** Puts rows in the order of a measure, or in another. */
  const sort = (name: string) => state.show({ sort: nextSort(state.address.sort, name) })
  const focusChart = () => {
    flushSync(() => fold.setUnfolded(true)) // it has to be there
    find(chartSelector)?.focus()
  }
  const leaveChart = () => {
    fold.setUnfolded(false)
    focusTable()
  }
  const alert = () => {
    if (shown) alertOnReport(state, shown, cursor)
  }
  const ofChart = (save: (chart: ShownChart) => Promise<void>) => () => {
    if (shown && hasTrend(report, shown)) void save({ state, shown, cursor, before })
  }
  const shared: ReportActions = {
    'grid.chart': focusChart,
    ...(may(report.export.requires) && {
      'grid.chartPicture': ofChart(saveChartPicture),
      'grid.chartPoints': ofChart(saveChartPoints),
    }),
    ...(maySchedule(report) && { 'grid.schedule': () => scheduleReport(state), 'grid.alert': alert }),
  }
  useReportKeys(state, shown, cursor, {
    ...{ open, focusChart, shared, focusTable: leaveChart },
    focusFilter: () => selectText(line.current),
    sort: () => sort(cursor.at.name),
    exportRows: () => void exportReport(state),
    focusDay: () => selectText(page.current?.querySelector<HTMLInputElement>('header input[inputmode]') ?? null),
  })
  useActiveReport(state, shared)
  return { open, sort, focusTable }
}
