import type { Output } from '#contract/kernel/endpoint.ts'
import type { session } from '#contract/session.ts'
import { send } from '#src/call/send.ts'
import { LocalizedError } from '#src/call/show-error.ts'
import { language, setLanguage } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { currentSession, startSession, updateRights } from './base/session.ts'
import { parseMenu } from './parse-menu.ts'
import { refreshQuietDays } from './quiet-days.ts'
import { refreshWords } from './refresh-words.ts'
import { loadUserSettings, preferredLanguage } from './user-settings.ts'

// as the contract has them: its schemas are not loaded before sign-in
type Info = Partial<Output<typeof session.info>> | undefined
type Roles = Partial<Output<typeof session.roles>> | undefined

/** So many of the pages that could not be read are named. */
const shownMax = 5

/**
 * Fetches the current user: asks the server whose token it is.
 * @throws Worded with what to tell the person: there is nobody, or somebody without a role; CallFailed.
 */
export async function fetchCurrentUser(): Promise<() => void> {
  const [info, current] = (await Promise.all([
    send('GET /getInfo'),
    send('GET /sysRole/current'),
    refreshWords(),
    refreshQuietDays(),
  ])) as [Info, Roles, unknown, unknown]
  if (!info?.user || !info.menu) throw new LocalizedError(text('session.verificationFailed'))
  if (!current?.roles?.length) throw new LocalizedError(text('session.rolesMissing'))
  if (info.mustChangePassword) throw new LocalizedError(text('session.firstPassword'))
  if (info.twoFactorDue) throw new LocalizedError(text('session.twoFactor.due'))
  const { user, settings = {} } = info
  const wanted = preferredLanguage(settings)
  if (wanted && wanted !== language()) await setLanguage(wanted)
  const { menu, left } = parseMenu(info.menu)
  const names = current.roles.map(({ name }) => name)
  return () => {
    loadUserSettings(user.account, settings)
    startSession(user, menu, names)
    if (left.length > 0) toast('warn', text('session.menuBroken', { paths: left.slice(0, shownMax).join(', ') }))
  }
}

/**
 * Asks anew what whoever is signed in may, and has the console follow. Answers whether that was other than before. Where
 * nobody answers, everything stays: the server decides each call in any case.
 */
export async function refreshRights(): Promise<boolean> {
  const [info, current] = (await Promise.all([send('GET /getInfo'), send('GET /sysRole/current')])) as [Info, Roles]
  if (!info?.menu || !currentSession.user) return false
  const { menu } = parseMenu(info.menu)
  if (JSON.stringify(menu) === JSON.stringify(currentSession.menu)) return false
  updateRights(
    menu,
    (current?.roles ?? []).map(({ name }) => name),
  )
  return true
}
