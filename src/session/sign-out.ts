import { navigate } from 'wouter/use-browser-location'
import { session } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { endSession, notifyBeforeSignOut } from './base/session.ts'

/** Ends the session on the server and in every tab, and leads to sign-in. */
export async function signOut(): Promise<void> {
  const signal = await notifyBeforeSignOut()
  await call(session.signOut, {}, { signal }).catch(() => {})
  endSession()
  navigate('/login', { replace: true })
}
