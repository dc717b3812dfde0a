import { useSyncExternalStore } from 'react'

/** Narrower than this, a table does not fit: rows are cards. */
const narrow = matchMedia('(max-width: 599.98px)')

/** Whether rows are shown as cards. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      narrow.addEventListener('change', changed)
      return () => narrow.removeEventListener('change', changed)
    },
    () => narrow.matches,
  )
