/** Calls `then` while nothing else is to be done. Answers how to call it off. */
export function whenIdle(then: () => void): () => void {
  // Safari knows no idle callbacks
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(then, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(then, { timeout: 2_000 })
  return () => cancelIdleCallback(handle)
}
