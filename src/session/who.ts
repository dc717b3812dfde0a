import type { Output } from '#contract/kernel/endpoint.ts'
import type { session } from '#contract/session.ts'
import { Worded } from '#src/call/announce.ts'
import { send } from '#src/call/send.ts'
import { language, setLanguage } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/toast.ts'
import { languageOf, takeKept } from './kept.ts'
import { readMenu } from './menu.ts'
import { entered } from './session.ts'

// as the contract has them: its schemas are not loaded before sign-in
type Info = Partial<Output<typeof session.info>> | undefined
type Roles = Partial<Output<typeof session.roles>> | undefined

/** So many of the pages that could not be read are named. */
const shownMax = 5

/**
 * Asks the server whose token it is.
 * @throws Worded with what to tell the person: there is nobody, or somebody without a role; CallFailed.
 */
export async function askWho(): Promise<() => void> {
  const [info, current] = (await Promise.all([send('GET /getInfo'), send('GET /sysRole/current')])) as [Info, Roles]
  if (!info?.user || !info.menu) throw new Worded(text('session.verificationFailed'))
  if (!current?.roles?.length) throw new Worded(text('session.rolesMissing'))
  if (info.mustChangePassword) throw new Worded(text('session.firstPassword'))
  if (info.twoFactorDue) throw new Worded(text('session.twoFactor.due'))
  const { user, settings = {} } = info
  const wanted = languageOf(settings)
  if (wanted && wanted !== language()) await setLanguage(wanted)
  const { menu, left } = readMenu(info.menu)
  const names = current.roles.map(({ name }) => name)
  return () => {
    takeKept(user.account, settings)
    entered(user, menu, names)
    if (left.length > 0) toast('warn', text('session.menuBroken', { paths: left.slice(0, shownMax).join(', ') }))
  }
}
