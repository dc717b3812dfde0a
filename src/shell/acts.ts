import { navigate } from 'wouter/use-browser-location'
import type { Language } from '#locales/index.ts'
import { queries } from '#src/call/queries.ts'
import { setLanguage } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { keepLanguage } from '#src/session/kept.ts'
import { signOut } from '#src/session/sign-out.ts'
import { look, type Theme } from '#src/ui/look.ts'
import { toast } from '#src/ui/toast.ts'
import { showDialog } from './dialogs.ts'
import { toggleFullScreen } from './full-screen.ts'
import { beside, closeAll, closeOthers, closeTab, hrefOf, refresh, tabs } from './tabs.ts'

const go = (to: string | null): void => {
  if (to !== null) navigate(to)
}

/** Has the page of a tab made anew, from what the server says now. */
export function refreshTab(key: string): void {
  refresh(key)
  void queries.invalidateQueries()
}

/** Switches the language of the screen, and says whether that worked. */
export async function speak(language: Language): Promise<void> {
  const came = await setLanguage(language)
  keepLanguage(language)
  toast(came ? 'good' : 'warn', text(came ? 'shell.languageSwitched' : 'session.textsMissing'))
}

const theme = (next: Theme) => () => {
  look.theme = next
}
/** Something done to the tab in front. */
const front = (act: (key: string) => void) => () => {
  if (tabs.front !== null) act(tabs.front)
}

/** What can be done to the frame around the page, by key and by command as well as by hand. */
export const frameActs = {
  nextTab: () => go(beside(1)),
  previousTab: () => go(beside(-1)),
  closeTab: front((key) => go(closeTab(key))),
  closeOtherTabs: front((key) => go(closeOthers(key))),
  closeAllTabs: () => go(closeAll()),
  refreshTab: front((key) => {
    refreshTab(key)
    navigate(hrefOf(key), { replace: true })
  }),
  fullScreen: toggleFullScreen,
  dark: theme('dark'),
  light: theme('light'),
  asSystem: theme('system'),
  settings: () => showDialog('settings'),
  personalCentre: () => navigate(hrefOf('/account')),
  changePassword: () => showDialog('changePassword'),
  signOut: () => void signOut(),
  zh: () => void speak('zh'),
  en: () => void speak('en'),
  es: () => void speak('es'),
  vi: () => void speak('vi'),
  id: () => void speak('id'),
  ja: () => void speak('ja'),
} as const satisfies Readonly<Record<string, () => void>>
export type FrameAct = keyof typeof frameActs
