import { proxy, useSnapshot } from 'valtio'
import { onSignOut } from '#src/session/base/session.ts'

/** What opens over the console and belongs to none of its pages. */
type DialogName = 'settings' | 'changePassword' | 'errors'

const state = proxy<{ open: DialogName | null }>({ open: null })

/** Opens one of them. */
export const showDialog = (name: DialogName): void => {
  state.open = name
}
/** Closes the one that is open. */
export const closeDialog = (): void => {
  state.open = null
}
onSignOut(closeDialog)

/** The one that is open. */
export const useDialog = (): DialogName | null => useSnapshot(state).open
