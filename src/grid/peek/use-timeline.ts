import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import { call, nounOf } from '#src/call/call.ts'
import { queryClient, silent } from '#src/call/query-client.ts'
import { worded } from '#src/locale/text.ts'
import type { Grid, TimelineEntry } from '../define.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { Row } from '../model/pages.ts'

/** How long the cursor rests on a row before its history is asked for. */
const restMs = 120

/** `value` once it has stood still for a while. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** What a list declares about the history of its rows. */
export type TimelineSource = NonNullable<Grid['timeline']>
const timelineId = ({ id }: TimelineSource, row: Row | undefined): string | null => {
  const value = row?.[id]
  return typeof value === 'string' ? value : null
}

/** The history of a record. What it fails with is in no toast: the look at the row says the rest, and goes with the cursor. */
export const historyOf = ({ of }: TimelineSource, id: string) => ({
  queryKey: [nounOf(of), of.id, { id }],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(of, { id }, { signal }),
  meta: silent,
})

/** Has the histories of the rows beside the cursor ready before it gets there. */
function prefetch({ pages, cursor }: GridModel, timeline: TimelineSource): void {
  for (const row of [pages.rowAt(cursor.row + 1), pages.rowAt(cursor.row - 1)]) {
    const id = timelineId(timeline, row)
    if (id !== null) void queryClient.prefetchQuery(historyOf(timeline, id))
  }
}

/** What happened to the record of a row, oldest first; null while that is not known. */
export function useTimeline(model: GridModel, timeline: TimelineSource, row: Row): readonly TimelineEntry[] | null {
  const now = timelineId(timeline, row)
  const id = useDebounced(now)
  const { data } = useQuery({ ...historyOf(timeline, id ?? ''), enabled: id !== null })
  useEffect(() => {
    if (id !== null) prefetch(model, timeline)
  }, [model, timeline, id])
  return data && id === now ? data.timeline : null
}

/** What the states of a history are called. */
export const timelineStateField = ({ of }: TimelineSource): Field =>
  fieldOf('to', of.output.shape.timeline.element.shape.to)

/** Who did it, and why: the machinery by the names that the operation log has for it. */
export const byWhom = ({ actor, reason }: Pick<TimelineEntry, 'actor' | 'reason'>): string =>
  [worded('audit.actor', actor), reason && worded('reasons', reason)].filter(Boolean).join(' · ')
