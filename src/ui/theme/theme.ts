import { useSyncExternalStore } from 'react'
import { proxy, subscribe } from 'valtio'
import { readCookie, writeCookie } from '#src/locale/cookie.ts'
import { accentPresets, accentRoles } from './accent.ts'
import { type Hex, isHex, longHex } from './contrast.ts'

export const themes = ['dark', 'light', 'system'] as const
export type Theme = (typeof themes)[number]
export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

const storedChoice = <Value extends string>(
  cookie: string,
  is: (text: string) => text is Value,
  otherwise: Value,
): Value => {
  const value = readCookie(cookie)
  return value !== undefined && is(value) ? value : otherwise
}
const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): text is Value =>
    (values as readonly string[]).includes(text)

/**
 * Appearance: theme, size and accent of the console, by this browser's choice. Kept in cookies; changing it changes
 * the screen.
 */
export const appearance = proxy<{ theme: Theme; size: Size; accent: Hex }>({
  theme: 'dark',
  size: 'medium',
  accent: accentPresets[0],
})

const lightSystem = () => matchMedia('(prefers-color-scheme: light)')
/** The theme on the screen. */
const shownTheme = (): 'dark' | 'light' =>
  appearance.theme === 'system' ? (lightSystem().matches ? 'light' : 'dark') : appearance.theme

/** Puts the look on the root element. The surfaces are read from the style sheets, which hold them. */
function apply(): void {
  const root = document.documentElement
  root.dataset.theme = shownTheme()
  root.dataset.size = appearance.size
  const style = getComputedStyle(root)
  const colour = (role: string) => longHex(style.getPropertyValue(role).trim())
  const roles = accentRoles(appearance.accent, {
    ink: colour('--ink'),
    surfaces: ['--surface', '--surface-panel', '--surface-raised'].map(colour),
    white: colour('--white'),
    black: colour('--black'),
  })
  for (const [role, value] of Object.entries(roles)) root.style.setProperty(role, value)
}

/** Shows what was chosen before, before anything is painted, and from then on what is chosen. */
export function startTheme(): void {
  appearance.theme = storedChoice('theme', oneOf(themes), appearance.theme)
  appearance.size = storedChoice('size', oneOf(sizes), appearance.size)
  appearance.accent = storedChoice('accent', isHex, appearance.accent)
  apply()
  lightSystem().addEventListener('change', apply)
  subscribe(appearance, () => {
    for (const [name, value] of Object.entries(appearance)) writeCookie(name, value)
    apply()
  })
}

/** The theme on the screen; renders again when it changes, by choice or with the system. */
export const useShownTheme = (): 'dark' | 'light' =>
  useSyncExternalStore((changed) => {
    const stop = subscribe(appearance, changed)
    lightSystem().addEventListener('change', changed)
    return () => {
      stop()
      lightSystem().removeEventListener('change', changed)
    }
  }, shownTheme)
