import { useEffect, useRef } from 'react'
import { nounOf } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { activatePage, type ListActions } from '#src/command/active-list.ts'
import { maySchedule } from '#src/command/run/start-schedule.ts'
import { scheduleReport } from './schedule-report.ts'
import type { ReportState } from './use-report.ts'

/** Brings a report to the front: commands are about it then, though it has no rows to be meant. */
export function useActiveReport(state: ReportState): void {
  const last = useRef(state)
  last.current = state
  const { id, page, report } = state.declared
  useEffect(() => {
    const noun = nounOf(report)
    const actions: ListActions = {
      has: (action) => action === 'grid.schedule' && maySchedule(report),
      refusal: () => null,
      run: () => scheduleReport(last.current),
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
