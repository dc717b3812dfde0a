import { navigate } from 'wouter/use-browser-location'
import { session } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { leave } from './session.ts'

/** A server that does not answer keeps nobody signed in here. */
const patienceMs = 3_000

/** Ends the session on the server and in every tab, and leads to sign-in. */
export async function signOut(): Promise<void> {
  await call(session.signOut, {}, { signal: AbortSignal.timeout(patienceMs) }).catch(() => {})
  leave()
  navigate('/login', { replace: true })
}
