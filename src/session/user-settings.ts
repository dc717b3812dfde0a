// Where what somebody has set for themselves is kept: on the server, by person. It is read with who they are.
import type { Settings } from '#contract/settings.ts'
import type { Language } from '#locales/index.ts'
import { send } from '#src/call/send.ts'
import { showError } from '#src/call/show-error.ts'
import { isLanguage } from '#src/locale/language.ts'
import { onSignOut } from './base/session.ts'

/** Settings by name, as far as somebody ever set them. */
type SettingValues = Readonly<Record<string, unknown>>

let owner: string | null = null
let kept: SettingValues = {}

/** A language that was chosen on the sign-in page, before anybody was signed in. */
let chosen: Language | null = null

/**
 * The language somebody wants: what they have just chosen on the sign-in page, else what they chose some time before,
 * if
 * this console speaks it.
 */
export const preferredLanguage = ({ language }: Partial<Settings>): Language | null =>
  chosen ?? (isLanguage(language) ? language : null)

/** Loads the settings that the server has of whoever is signing in. */
export function loadUserSettings(account: string, settings: Partial<Settings>): void {
  owner = account
  kept = settings
  if (chosen) saveUserSettings(account, { language: chosen })
  chosen = null
}
onSignOut(() => {
  owner = null
})

/**
 * User settings of an account, as the server told it at sign-in: anything, since another version may have written it.
 */
export const userSettingsOf = (account: string): unknown => (account === owner ? kept : null)

let waiting: SettingValues = {}
let sending = false

/** Sends what has gathered while the last was on its way, until nothing is left. */
async function flush(): Promise<void> {
  if (sending) return
  sending = true
  while (Object.keys(waiting).length > 0) {
    const part = waiting
    waiting = {}
    await send('POST /settings', { body: part }).catch(showError)
  }
  sending = false
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Keeps a part of somebody's settings; what is kept already, or is as it is `usual` where nothing was kept, is left
 * out.
 * Says where that fails; then it lasts as long as the page.
 */
export function saveUserSettings(account: string, part: object, usual: object = {}): void {
  if (account !== owner) return
  const before: SettingValues = { ...usual, ...kept }
  const changed = Object.entries(part).filter(([name, value]) => !same(value, before[name]))
  if (changed.length === 0) return
  kept = { ...kept, ...Object.fromEntries(changed) }
  waiting = { ...waiting, ...Object.fromEntries(changed) }
  void flush()
}

/** Keeps the language of whoever is signed in; before sign-in, of whoever will be. */
export function saveLanguage(language: Language): void {
  if (owner === null) chosen = language
  else saveUserSettings(owner, { language })
}
