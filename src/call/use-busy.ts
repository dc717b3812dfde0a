import { useRef, useState } from 'react'

/** What is done one at a time: whether something is, and how to do it. */
export interface Busy {
  readonly busy: boolean
  /** Does something, unless something is being done. What goes wrong was said by whoever does it. */
  during(work: () => Promise<unknown>): void
}

/** Single flight: a second press, before the first is answered, does nothing. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const working = useRef(false)
  const during = (work: () => Promise<unknown>) => {
    if (working.current) return
    working.current = true
    setBusy(true)
    work()
      .catch(() => {})
      .finally(() => {
        working.current = false
        setBusy(false)
      })
  }
  return { busy, during }
}
