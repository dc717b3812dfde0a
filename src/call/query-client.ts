import { QueryClient, useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { onSignOut } from '#src/session/base/session.ts'
import { call, isUnanswered, nounOf } from './call.ts'
import { showError } from './show-error.ts'

/** A refusal stays one; what nobody answered is asked once more. */
const shouldRetry = (times: number, error: Error): boolean => times < 1 && isUnanswered(error)

/** Query cache: what was read, by noun, verb and input. Forgotten when somebody signs out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false, throwOnError: false },
  },
})
onSignOut(() => queryClient.clear())

interface UseCallOptions {
  readonly enabled?: boolean
  /** What goes wrong is not said in a toast: it stands where the answer would. */
  readonly quiet?: boolean
  /** Polling interval: it is asked again so often while the window is seen. */
  readonly everyMs?: number
}

/** The answer of a reading call, kept and fetched again when its noun changes. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { enabled = true, quiet = false, everyMs }: UseCallOptions = {},
) {
  return useQuery<Output<E>>({
    queryKey: [nounOf(endpoint), endpoint.id, input],
    queryFn: async ({ signal }) => {
      try {
        return await call(endpoint, input, { signal })
      } catch (error) {
        if (!signal.aborted && !quiet) showError(error)
        throw error
      }
    },
    enabled,
    ...(everyMs && { refetchInterval: everyMs }),
  })
}

/** Invalidates the cache of these nouns: everything read of them is out of date. */
export const invalidate = (nouns: readonly string[]): void => {
  for (const noun of nouns) void queryClient.invalidateQueries({ queryKey: [noun] })
}
