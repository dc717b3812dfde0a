import { proxy, useSnapshot } from 'valtio'
import { onSignOut } from '#src/session/base/session.ts'
import type { DialogName } from './command.ts'

const state = proxy<{ open: DialogName | null }>({ open: null })

/** Opens a dialog over the page, in place of the one that is open. */
export const showDialog = (name: DialogName): void => {
  state.open = name
}
/** Closes the dialog that is open. */
export const closeDialog = (): void => {
  state.open = null
}
onSignOut(closeDialog)

/** The dialog that is open. */
export const useDialog = (): DialogName | null => useSnapshot(state).open
