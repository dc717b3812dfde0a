import { proxy, useSnapshot } from 'valtio'
import { onSignOut } from '#src/session/base/session.ts'
import type { DialogName, OneTimeSecret } from './command.ts'

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

const shown = proxy<{ secret: OneTimeSecret | null }>({ secret: null })

/** Shows a secret over the page until it is closed, in place of the one before. */
export const showSecret = (secret: OneTimeSecret): void => {
  shown.secret = secret
}
/** Closes the secret for good. */
export const forgetSecret = (): void => {
  shown.secret = null
}
onSignOut(forgetSecret)

/** The secret that is shown. */
export const useSecret = (): OneTimeSecret | null => useSnapshot(shown).secret

/** The dialog that is open. */
export const useDialog = (): DialogName | null => useSnapshot(state).open
