import { proxy, subscribe, useSnapshot } from 'valtio'
import { accentPresets } from '#src/ui/theme/accent.ts'
import { type Hex, isHex } from '#src/ui/theme/contrast.ts'
import { appearance } from '#src/ui/theme/theme.ts'
import { currentSession, onSignIn, onUserGone } from './base/session.ts'
import { isText } from './base/validators.ts'
import { saveUserSettings, userSettingsOf } from './user-settings.ts'

/** Preferences that are on or off. Source: specification, section 3. */
interface PreferenceSwitches {
  /** The way into the settings stands in the bar. */
  showSettings: boolean
  /** Visited pages have tabs. */
  tagsView: boolean
  /** The bar and the tabs stay where they are when a page scrolls. */
  fixedHeader: boolean
  /** The name of the product stands above the menu. */
  sidebarLogo: boolean
  /** Chinese titles are found by how they sound. */
  supportPinyinSearch: boolean
}
export type PreferenceSwitch = keyof PreferenceSwitches

/** User preferences: what a person has set for themselves. */
export interface Preferences extends PreferenceSwitches {
  /** The theme colour. */
  theme: Hex
  /** The view of open cases that goes for the order of work; empty: the usual one. */
  orderOfWork: string
}

/** Default preferences. Source: specification, section 9. */
export const defaultPreferences: Preferences = {
  theme: accentPresets[0],
  showSettings: true,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  supportPinyinSearch: true,
  orderOfWork: '',
}

/** Settings as they were kept. What is no setting, or not any more, is as it is by default. */
export function parsePreferences(kept: unknown): Preferences {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Readonly<Record<string, unknown>> // any JSON
  const on = (name: PreferenceSwitch): boolean =>
    typeof given[name] === 'boolean' ? given[name] : defaultPreferences[name]
  const { theme, orderOfWork } = given
  return {
    theme: isText(theme) && isHex(theme) ? theme : defaultPreferences.theme,
    showSettings: on('showSettings'),
    tagsView: on('tagsView'),
    fixedHeader: on('fixedHeader'),
    sidebarLogo: on('sidebarLogo'),
    supportPinyinSearch: on('supportPinyinSearch'),
    orderOfWork: isText(orderOfWork) ? orderOfWork : defaultPreferences.orderOfWork,
  }
}

/** Preferences of whoever is signed in. Changing it is seen at once, and kept. */
export const preferences = proxy<Preferences>({ ...defaultPreferences })

/** Whose settings these are. */
let owner: string | null = null

function load(): void {
  owner = currentSession.user?.account ?? null
  if (owner === null) return
  Object.assign(preferences, parsePreferences(userSettingsOf(owner)))
  appearance.accent = preferences.theme
}

if (currentSession.user) load()
onSignIn(load)
onUserGone(() => {
  owner = null
  Object.assign(preferences, defaultPreferences)
})
subscribe(preferences, () => {
  if (owner === null) return
  saveUserSettings(owner, preferences, defaultPreferences)
  appearance.accent = preferences.theme
})

/** What whoever is signed in has set; renders again when it changes. */
export const usePreferences = () => useSnapshot(preferences)
