import { QueryClient, useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { onSignOut } from '#src/session/session.ts'
import { announce } from './announce.ts'
import { call, isUnanswered, nounOf } from './call.ts'

/** A refusal stays one; what nobody answered is asked once more. */
const askAgain = (times: number, error: Error): boolean => times < 1 && isUnanswered(error)

/** What was read, by noun, verb and input. Forgotten when somebody signs out. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: askAgain, staleTime: 30_000, refetchOnWindowFocus: false, throwOnError: false } },
})
onSignOut(() => queries.clear())

/** The answer of a reading call, kept and fetched again when its noun changes. */
export function useCall<E extends Endpoint>(endpoint: E, input: Input<E>, { enabled = true, quiet = false } = {}) {
  return useQuery<Output<E>>({
    queryKey: [nounOf(endpoint), endpoint.id, input],
    queryFn: async ({ signal }) => {
      try {
        return await call(endpoint, input, { signal })
      } catch (error) {
        if (!signal.aborted && !quiet) announce(error)
        throw error
      }
    },
    enabled,
  })
}

/** Everything read of these nouns is out of date. */
export const stale = (nouns: readonly string[]): void => {
  for (const noun of nouns) void queries.invalidateQueries({ queryKey: [noun] })
}
