import { useSyncExternalStore } from 'react'

/** Narrower than this, a table does not fit: rows are cards. */
const narrow = '(max-width: 599.98px)'

/** Whether rows are shown as cards. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrow)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(narrow).matches,
  )
