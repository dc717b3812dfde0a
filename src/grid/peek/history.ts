import { useEffect, useState } from 'react'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import { call, nounOf } from '#src/call/call.ts'
import { queries, useCall } from '#src/call/queries.ts'
import type { Grid, Step } from '../define.ts'
import type { Row } from '../pages.ts'
import type { Sheet } from '../sheet.ts'

/** How long the cursor rests on a row before its history is asked for. */
const restMs = 120

/** `value` once it has stood still for a while. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** What a list declares about the history of its rows. */
export type Telling = NonNullable<Grid['timeline']>
const idIn = ({ id }: Telling, row: Row | undefined): string | null => {
  const value = row?.[id]
  return typeof value === 'string' ? value : null
}

/** Has the histories of the rows beside the cursor ready before it gets there. */
function prefetch({ pages, cursor }: Sheet, timeline: Telling): void {
  const { of } = timeline
  for (const row of [pages.rowAt(cursor.row + 1), pages.rowAt(cursor.row - 1)]) {
    const id = idIn(timeline, row)
    if (id === null) continue
    const queryFn = ({ signal }: { signal: AbortSignal }) => call(of, { id }, { signal })
    void queries.prefetchQuery({ queryKey: [nounOf(of), of.id, { id }], queryFn })
  }
}

/** What happened to the record of a row, oldest first; null while that is not known. */
export function useSteps(sheet: Sheet, timeline: Telling, row: Row): readonly Step[] | null {
  const now = idIn(timeline, row)
  const id = useSettled(now)
  const { data } = useCall(timeline.of, { id: id ?? '' }, { enabled: id !== null, quiet: true })
  useEffect(() => {
    if (id !== null) prefetch(sheet, timeline)
  }, [sheet, timeline, id])
  return data && id === now ? data.timeline : null
}

/** What the states of a history are called. */
export const stateOf = ({ of }: Telling): Field => fieldOf('to', of.output.shape.timeline.element.shape.to)
