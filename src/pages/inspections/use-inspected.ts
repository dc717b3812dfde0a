import { useEffect, useRef } from 'react'
import { type InspectionState, inspectionFlow } from '#contract/inspection-rules.ts'
import { replaceTab } from '../records/replace-tab.ts'

interface Inspected {
  readonly state: InspectionState
  readonly inspector: { readonly id: string } | null
}

/** Goes on with the next of a queue once this one, which waited, has been inspected here. */
export function useNextOnceInspected(
  { state, inspector }: Inspected,
  queue: string,
  waits: boolean,
  me?: string,
): void {
  const waited = useRef(waits)
  useEffect(() => {
    if (waited.current && state === 'inspected' && inspector?.id === me) replaceTab(queue)
  }, [state, inspector, queue, me])
}

/** Shows a result to whoever it is about: they have opened it. */
export function useShownOnceOpened(
  { id, version, state }: Pick<Inspected, 'state'> & { readonly id: string; readonly version: number },
  isMine: boolean,
  show: () => Promise<unknown>,
): void {
  const unseen = isMine && inspectionFlow.can('showPass')({ state }).ok
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    // where that fails it was said, and the result stays hidden; a new version is asked for anew
    if (unseen && id && version) void latest.current().catch(() => {})
  }, [unseen, id, version])
}
