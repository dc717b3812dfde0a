import { useEffect, useRef } from 'react'
import { refused } from '#contract/kernel/fault.ts'
import { nounOf } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { activatePage, type ListActions } from '#src/command/active-list.ts'
import type { GridKey } from '#src/keyboard/default-shortcuts.ts'
import { hasTrend } from './report-rows.ts'
import type { ReportState } from './use-report.ts'

/** What commands do to a report: the same as its keys. */
export type ReportActions = Partial<Record<GridKey, () => void>>

const ofChart: readonly GridKey[] = ['grid.chart', 'grid.chartPicture', 'grid.chartPoints']

/** Brings a report to the front: commands are about it then, though it has no rows to be meant. */
export function useActiveReport(state: ReportState, done: ReportActions): void {
  const last = useRef({ state, done })
  last.current = { state, done }
  const { id, page, report } = state.declared
  useEffect(() => {
    const noun = nounOf(report)
    const actions: ListActions = {
      has: (action) => last.current.done[action] !== undefined,
      refusal(action) {
        const { shown } = last.current.state
        const hasChart = shown !== undefined && hasTrend(report, shown)
        return ofChart.includes(action) && !hasChart ? refused('no_chart') : null
      },
      run: (action) => last.current.done[action]?.(),
      views: () => [],
    }
    return activatePage(page, {
      ...{ noun, listing: id, target: () => null, clear: () => {}, patch: () => {} },
      refetch: () => invalidate([noun]),
      keys: { isLoading: () => false },
      actions: () => actions,
    })
  }, [page, id, report])
}
