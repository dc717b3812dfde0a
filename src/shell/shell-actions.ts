import { navigate } from 'wouter/use-browser-location'
import type { Language } from '#locales/index.ts'
import { queryClient } from '#src/call/query-client.ts'
import type { ShellAction } from '#src/command/command.ts'
import { registerShellActions } from '#src/command/run/console-api.ts'
import { setLanguage } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { signOut } from '#src/session/sign-out.ts'
import { closeAll, closeOthers, closeTab, hrefOf, remountTab, tabBeside, tabState } from '#src/session/tabs.ts'
import { saveLanguage } from '#src/session/user-settings.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { appearance, type Theme } from '#src/ui/theme/theme.ts'
import { toggleFullScreen } from './full-screen.ts'

const go = (to: string | null): void => {
  if (to !== null) navigate(to)
}

/** Has the page of a tab made anew, from what the server says now. */
export function refreshTab(key: string): void {
  remountTab(key)
  void queryClient.invalidateQueries()
}

/** Switches the language of the screen, and says whether that worked. */
export async function switchLanguage(language: Language): Promise<void> {
  const came = await setLanguage(language)
  saveLanguage(language)
  toast(came ? 'good' : 'warn', text(came ? 'shell.languageSwitched' : 'session.textsMissing'))
}

const theme = (next: Theme) => () => {
  appearance.theme = next
}
/** Something done to the tab in front. */
const onFrontTab = (act: (key: string) => void) => () => {
  if (tabState.front !== null) act(tabState.front)
}

/** What can be done to the frame around the page, by key and by command as well as by hand. */
export const shellActions = {
  nextTab: () => go(tabBeside(1)),
  previousTab: () => go(tabBeside(-1)),
  closeTab: onFrontTab((key) => go(closeTab(key))),
  closeOtherTabs: onFrontTab((key) => go(closeOthers(key))),
  closeAllTabs: () => go(closeAll()),
  refreshTab: onFrontTab((key) => {
    refreshTab(key)
    navigate(hrefOf(key), { replace: true })
  }),
  fullScreen: toggleFullScreen,
  dark: theme('dark'),
  light: theme('light'),
  asSystem: theme('system'),
  signOut: () => void signOut(),
  zh: () => void switchLanguage('zh'),
  en: () => void switchLanguage('en'),
  es: () => void switchLanguage('es'),
  vi: () => void switchLanguage('vi'),
  id: () => void switchLanguage('id'),
  ja: () => void switchLanguage('ja'),
} as const satisfies Readonly<Record<ShellAction, () => void>>
registerShellActions(shellActions)
