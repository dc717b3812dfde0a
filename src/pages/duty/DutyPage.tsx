import { useEffect, useRef } from 'react'
import { duty } from '#contract/duty.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { type ActiveList, activatePage } from '#src/command/active-list.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { FullHeight } from '#src/shell/FullHeight.tsx'
import { DutyBoard } from './DutyBoard.tsx'
import type { DutyWeek } from './duty-draft.ts'
import { useDutyAddress } from './use-duty-address.ts'

const refetch = () => invalidate(['duty'])

/** The schedule as the list in front: it has no rows that commands act on, but its cells keep the keys. */
const inFront: ActiveList = {
  ...{ noun: 'duty', listing: duty.week.id, target: () => null, clear: () => {}, refetch, patch: () => {} },
  keys: { isLoading: () => false },
}

/** Duty schedule: who works when, week by week, and which stage has nobody. */
export function DutyPage() {
  const [address, show] = useDutyAddress()
  const query = useCall(duty.week, address.week ? { day: address.week } : {})
  // the week before stays until the next one has come: nothing jumps, and the cursor keeps the focus
  const last = useRef<DutyWeek>(undefined)
  if (query.data) last.current = query.data
  const shown = query.data ?? (query.error ? undefined : last.current)
  useEffect(() => activatePage('duty', inFront), [])
  useEffect(() => onRowsChanged('duty', refetch), [])
  return (
    <FullHeight>
      {shown ? (
        <DutyBoard week={shown} address={address} show={show} />
      ) : (
        <QueryResult query={query}>{() => null}</QueryResult>
      )}
    </FullHeight>
  )
}
