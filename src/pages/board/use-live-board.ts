import { useEffect } from 'react'
import { invalidate } from '#src/call/query-client.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'

/** Nouns whose rows the board counts. */
const nouns = ['cases', 'plans', 'loans', 'payments', 'promises', 'recoveries', 'collectors', 'units'] as const
/** How long changes are gathered before the board is read anew: well below the two seconds it may be behind. */
const gatherMs = 500

/** Reads the board anew after changes: once for all that come together, and at the latest after the first of them. */
export function useLiveBoard(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const gather = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        invalidate(['board'])
      }, gatherMs)
    }
    const stops = nouns.map((noun) => onRowsChanged(noun, gather))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
}
