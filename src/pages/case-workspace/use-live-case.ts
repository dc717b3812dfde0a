import { useEffect } from 'react'
import type { CaseWorkspace } from '#contract/case-workspace.ts'
import { invalidate } from '#src/call/query-client.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'

/**
 * Reads the workspace anew once anything of the case has changed: the case itself, its order as money comes in, a promise,
 * a call.
 */
export function useLiveCase({ case: { id, version, loanId }, timeline }: CaseWorkspace): void {
  // as one text: what is read anew is another list each time
  const calls = timeline.flatMap((entry) => (entry.kind === 'call' ? [entry.id] : [])).join(' ')
  useEffect(() => {
    const follow = (noun: string, mine: (row: { readonly id: string; readonly version: number }) => boolean) =>
      onRowsChanged(noun, (rows, sure) => {
        if (sure && (rows?.some(mine) ?? true)) invalidate(['caseWorkspace'])
      })
    const stops = [
      follow('cases', (row) => row.id === id && row.version !== version),
      follow('loans', (row) => row.id === loanId),
      follow('calls', (row) => calls.split(' ').includes(row.id)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [id, version, loanId, calls])
}
