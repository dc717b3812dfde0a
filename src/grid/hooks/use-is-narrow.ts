import { useMedia } from '#src/ui/use-media.ts'

/** Narrower than this, a table does not fit: rows are cards. */
const narrow = matchMedia('(max-width: 599.98px)')

/** Whether rows are shown as cards. */
export const useIsNarrow = (): boolean => useMedia(narrow)
