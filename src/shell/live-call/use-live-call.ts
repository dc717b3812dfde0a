import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { calls, isLiveCall, type LiveCall } from '#contract/calls.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { may } from '#src/session/base/session.ts'
import { serverTime } from '#src/session/clock.ts'

/** The own call under way, or the one that has just ended; undefined until that is known. */
function useOwnCall(): LiveCall | null | undefined {
  const enabled = may(calls.current.requires)
  const { data } = useCall(calls.current, {}, { enabled })
  useEffect(() => (enabled ? onRowsChanged('calls', () => invalidate(['calls'])) : undefined), [enabled])
  return data?.call
}

/**
 * The own call that is under way, or has ended less than a minute ago; null without one. With a case, only one about that:
 * for pages that follow it. Updates as the dialler reports.
 */
export function useLiveCall(caseId?: IdOf<'case'>): LiveCall | null {
  const call = useOwnCall()
  return call && (caseId === undefined || call.caseId === caseId) ? call : null
}

/** Calls `hear` once for each own call as it ends, however it does; never for one that was over before. */
export function useCallEnded(hear: (call: LiveCall) => void): void {
  const call = useOwnCall()
  const heard = useRef<string | null | undefined>(undefined)
  const over = call === undefined ? undefined : call && !isLiveCall(call) ? call.id : null
  const tell = useEffectEvent(() => call && hear(call))
  useEffect(() => {
    if (over === undefined) return
    const isNew = heard.current !== undefined && over !== null && heard.current !== over
    if (over !== null || heard.current === undefined) heard.current = over
    if (isNew) tell()
  }, [over])
}

/** For so long how a call ended stands in its line. In ms. */
const shownMs = 12_000

/** The call that has a line at the bottom: while it lasts, and a little longer. */
export function useShownCall(): LiveCall | null {
  const call = useLiveCall()
  const [hidden, setHidden] = useState<string | null>(null)
  const over = call?.endedAt ? call.id : null
  // a clock that was put back does not keep it there for longer
  const leftMs = call?.endedAt ? Math.min(shownMs, Date.parse(call.endedAt) + shownMs - serverTime().getTime()) : 0
  useEffect(() => {
    if (over === null) return
    const timer = setTimeout(() => setHidden(over), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [over, leftMs])
  return call && call.id !== hidden && (over === null || leftMs > 0) ? call : null
}
