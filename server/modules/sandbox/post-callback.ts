const callTimeoutMs = 5_000

/** Retry delay: a callback that was not taken is repeated after so long. */
export const repeatMs = 2_000

/** Calls back, as a provider does. @returns whether that was taken. */
export const postCallback = (url: string, signed: { readonly payload: string; readonly signature: string }) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signed),
    signal: AbortSignal.timeout(callTimeoutMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  )
