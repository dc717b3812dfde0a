import { useQuery } from '@tanstack/react-query'
import { type ArgumentLimits, batches } from '#contract/batches.ts'
import type { Money } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import { type Argument, argumentsOf } from './argument.ts'
import type { Draft } from './draft.ts'

const comparable = (bound: Money | number): number => (typeof bound === 'number' ? bound : bound.minor)

/** The least that the rows known here say, where all that are meant are known. */
export function maximumOfRows({ limitField }: Argument, target: ActionTarget | null): Money | number | null {
  if (!limitField || !target || target.loadedRows.length === 0 || target.loadedRows.length !== target.count) return null
  const bounds = target.loadedRows.map((row) => row[limitField] as Money | number) // a bound names a field of the subject
  return bounds.reduce((a, b) => (comparable(b) < comparable(a) ? b : a))
}

/** What limits a command on what is meant, as the server says now. Asked where an argument has a bound, or `always`. */
export function useArgumentLimits({ command, target }: Draft, always = false): ArgumentLimits | undefined {
  const bounded = always || argumentsOf(command).some(({ limitField }) => limitField !== null)
  const asked = target !== null && command.call?.endpoint.subject !== undefined && bounded
  const { data } = useQuery({
    queryKey: [target?.noun, 'bounds', command.id, target?.selection],
    queryFn: ({ signal }) =>
      call(batches.bounds, { command: command.call!.endpoint.id, selection: target!.selection }, { signal }),
    enabled: asked,
    staleTime: 0,
  })
  return data
}

/** The most that an argument may be: what the server says now; until it answers, what the rows said. */
export function useMaximum(draft: Draft, argument: Argument): Money | number | null {
  const bounds = useArgumentLimits(draft)
  return bounds?.most[argument.name] ?? maximumOfRows(argument, draft.target)
}
