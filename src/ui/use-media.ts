import { useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
export const useMedia = (query: MediaQueryList): boolean =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
