import { navigate } from 'wouter/use-browser-location'
import { closeTab, tabState } from '#src/session/tabs.ts'

/** Goes on in the place of what is in front: no tab of it is left open. */
export function replaceTab(path: string): void {
  if (tabState.front) closeTab(tabState.front)
  navigate(path, { replace: true })
}
