import type { Output } from '#contract/kernel/endpoint.ts'
import type { session } from '#contract/session.ts'
import { send } from '#src/call/send.ts'
import { text } from '#src/locale/text.ts'
import { entered } from './session.ts'

// as the contract has them: its schemas are not loaded before sign-in
type Info = Partial<Output<typeof session.info>> | undefined
type Roles = Partial<Output<typeof session.roles>> | undefined

/**
 * Asks the server whose token it is.
 * @throws Error with what to tell the person: there is nobody, or somebody without a role; CallFailed.
 */
export async function askWho(): Promise<() => void> {
  const [info, current] = (await Promise.all([send('GET /getInfo'), send('GET /sysRole/current')])) as [Info, Roles]
  if (!info?.user || !info.menu) throw new Error(text('session.verificationFailed'))
  if (!current?.roles?.length) throw new Error(text('session.rolesMissing'))
  if (info.mustChangePassword) throw new Error(text('session.firstPassword'))
  const { user, menu } = info
  const names = current.roles.map(({ name }) => name)
  return () => entered(user, menu, names)
}
