import { useQuery } from '@tanstack/react-query'
import { type Bounds, batches } from '#contract/batches.ts'
import type { Money } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { type Argument, argumentsOf } from './argument.ts'
import type { Draft } from './palette.ts'
import type { Meant } from './scene.ts'

const minorOf = (bound: Money | number): number => (typeof bound === 'number' ? bound : bound.minor)

/** The least that the rows known here say, where all that are meant are known. */
export function leastKnown({ bound }: Argument, meant: Meant | null): Money | number | null {
  if (!bound || !meant || meant.known.length === 0 || meant.known.length !== meant.count) return null
  const bounds = meant.known.map((row) => row[bound] as Money | number) // a bound names a field of the subject
  return bounds.reduce((a, b) => (minorOf(b) < minorOf(a) ? b : a))
}

/** What limits a command on what is meant, as the server says now. Asked where an argument has a bound, or `always`. */
export function useBounds({ command, meant }: Draft, always = false): Bounds | undefined {
  const bounded = always || argumentsOf(command).some(({ bound }) => bound !== null)
  const asked = meant !== null && command.call?.endpoint.subject !== undefined && bounded
  const { data } = useQuery({
    queryKey: [meant?.noun, 'bounds', command.id, meant?.selection],
    queryFn: ({ signal }) =>
      call(batches.bounds, { command: command.call!.endpoint.id, selection: meant!.selection }, { signal }),
    enabled: asked,
    staleTime: 0,
  })
  return data
}

/** The most that an argument may be: what the server says now; until it answers, what the rows said. */
export function useMost(draft: Draft, argument: Argument): Money | number | null {
  const bounds = useBounds(draft)
  return bounds?.most[argument.name] ?? leastKnown(argument, draft.meant)
}
