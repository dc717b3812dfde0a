import { proxy, useSnapshot } from 'valtio'
import { onSignOut } from '#src/session/base/session.ts'
import type { CommandDialog } from './command.ts'

const state = proxy<{ open: CommandDialog | null }>({ open: null })
onSignOut(() => {
  state.open = null
})

/** Opens a panel over the page. */
export const openCommandDialog = (panel: CommandDialog): void => {
  state.open = panel
}
/** Closes the panel that is open. */
export const closeCommandDialog = (): void => {
  state.open = null
}
/** The panel that is open. */
export const useCommandDialog = (): CommandDialog | null => useSnapshot(state).open
