import { proxy, subscribe, useSnapshot } from 'valtio'
import { isText } from '#src/session/checks.ts'
import { keep, readKept } from '#src/session/kept.ts'
import { onGone, onSignIn, session } from '#src/session/session.ts'
import { presets } from '#src/ui/accent.ts'
import { type Hex, isHex } from '#src/ui/contrast.ts'
import { look } from '#src/ui/look.ts'

/** What can be on or off. Source: specification, section 3. */
interface Switches {
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
export type Switch = keyof Switches

/** What a person has set for themselves. */
export interface Settings extends Switches {
  /** The theme colour. */
  theme: Hex
}

/** As it is before anybody sets anything. Source: specification, section 9. */
export const defaults: Settings = {
  theme: presets[0],
  showSettings: true,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: false,
  supportPinyinSearch: true,
}

/** Settings as they were kept. What is no setting, or not any more, is as it is by default. */
export function readSettings(kept: unknown): Settings {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Readonly<Record<string, unknown>> // any JSON
  const on = (name: Switch): boolean => (typeof given[name] === 'boolean' ? given[name] : defaults[name])
  const { theme } = given
  return {
    theme: isText(theme) && isHex(theme) ? theme : defaults.theme,
    showSettings: on('showSettings'),
    tagsView: on('tagsView'),
    fixedHeader: on('fixedHeader'),
    sidebarLogo: on('sidebarLogo'),
    supportPinyinSearch: on('supportPinyinSearch'),
  }
}

/** What whoever is signed in has set. Changing it is seen at once, and kept. */
export const settings = proxy<Settings>({ ...defaults })

/** Whose settings these are. */
let owner: string | null = null

function take(): void {
  owner = session.user?.account ?? null
  if (owner === null) return
  Object.assign(settings, readSettings(readKept(owner)))
  look.accent = settings.theme
}

if (session.user) take()
onSignIn(take)
onGone(() => {
  owner = null
  Object.assign(settings, defaults)
})
subscribe(settings, () => {
  if (owner === null) return
  keep(owner, settings, defaults)
  look.accent = settings.theme
})

/** What whoever is signed in has set; renders again when it changes. */
export const useSettings = () => useSnapshot(settings)
