import { proxy, useSnapshot } from 'valtio'
import { onSignOut } from '#src/session/session.ts'
import type { Panel } from './define.ts'

const state = proxy<{ open: Panel | null }>({ open: null })
onSignOut(() => {
  state.open = null
})

/** Opens a panel over the page. */
export const openPanel = (panel: Panel): void => {
  state.open = panel
}
/** Closes the panel that is open. */
export const closePanel = (): void => {
  state.open = null
}
/** The panel that is open. */
export const usePanel = (): Panel | null => useSnapshot(state).open
