import { navigate } from 'wouter/use-browser-location'
import { session } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { beforeLeaving, leave } from './session.ts'

/** Ends the session on the server and in every tab, and leads to sign-in. */
export async function signOut(): Promise<void> {
  const signal = await beforeLeaving()
  await call(session.signOut, {}, { signal }).catch(() => {})
  leave()
  navigate('/login', { replace: true })
}
