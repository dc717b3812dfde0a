import { keepPreviousData, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { onSignOut } from '#src/session/base/session.ts'
import { call, isUnanswered, nounOf } from './call.ts'
import { showError } from './show-error.ts'

/** A refusal stays one; what nobody answered is asked once more. */
const shouldRetry = (times: number, error: Error): boolean => times < 1 && isUnanswered(error)

/** Meta of a query whose failure is in no toast: nobody waits for it yet, or what is wrong is what was asked. */
export const silent = { silent: true } as const

/** Queries whose failure was said and that were not answered since: one that polls says it once. */
const told = new WeakSet<object>()

/**
 * Says what a read has failed with, however many look at it and however often it was tried; a read that was called off
 * does not come here.
 */
const queryCache = new QueryCache({
  onSuccess: (_, query) => void told.delete(query),
  onError(error, query) {
    if (query.meta?.silent || told.has(query)) return
    told.add(query)
    showError(error)
  },
})

/** Query cache: what was read, by noun, verb and input. Forgotten when somebody signs out. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 30_000, refetchOnWindowFocus: false, throwOnError: false },
  },
})
onSignOut(() => queryClient.clear())

interface UseCallOptions {
  readonly enabled?: boolean
  /** Live preview of what is being typed: what is wrong with it stands beside it, and in no toast. */
  readonly preview?: boolean
  /** Polling interval: it is asked again so often while the window is seen. */
  readonly everyMs?: number
  /** Previous data: while another input is asked for, what was answered to the last one stays. */
  readonly keep?: boolean
}

const queryKeyOf = (endpoint: Endpoint, input: unknown) => [nounOf(endpoint), endpoint.id, input]

/** What a reading call without arguments has answered last; undefined where nobody has asked it. */
export const cachedAnswer = (endpoint: Endpoint): unknown => queryClient.getQueryData(queryKeyOf(endpoint, {}))

/** The answer of a reading call, kept and fetched again when its noun changes. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { enabled = true, preview = false, everyMs, keep = false }: UseCallOptions = {},
) {
  return useQuery<Output<E>>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled,
    ...(preview && { meta: silent }),
    ...(everyMs && { refetchInterval: everyMs }),
    ...(keep && { placeholderData: keepPreviousData }),
  })
}

/** Invalidates the cache of these nouns: everything read of them is out of date. */
export const invalidate = (nouns: readonly string[]): void => {
  for (const noun of nouns) void queryClient.invalidateQueries({ queryKey: [noun] })
}
