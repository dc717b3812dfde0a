/** How long to wait for the next letter before the server is asked. */
const debounceMs = 120

/**
 * Waits until nothing more is typed: what is typed meanwhile aborts `signal`, and with it this.
 * @throws what the signal was aborted with.
 */
export const debounce = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, debounceMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
