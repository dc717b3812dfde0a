import { logError } from '#src/call/error-log.ts'
import { queryClient } from '#src/call/query-client.ts'

/** Writes down whatever nobody has caught, and what could not be read. Answers how to stop. */
export function watchErrors(): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  window.addEventListener('error', ({ error, message }) => logError(error ?? message), { signal })
  window.addEventListener('unhandledrejection', ({ reason }) => logError(reason), { signal })
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') logError(event.action.error)
  })
  return () => {
    stopping.abort()
    stop()
  }
}
