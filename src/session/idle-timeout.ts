import { proxy } from 'valtio'
import { session, sessionIdleMs } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { text } from '#src/locale/text.ts'
import { hasUnreportedActivity, lastActivityAt, recordActivity, reportedAt } from './base/presence.ts'
import { handleUnauthorized } from './base/session.ts'

const minuteMs = 60_000
/** The server is told of somebody who only types or reads at least once in so long. */
export const reportMs = 50_000
/** How long a session surely lasts: the server knows to the minute when somebody was last there, and hears of it late. */
export const idleMs = sessionIdleMs - 2 * minuteMs
/** How long before that the person is asked. */
export const warningMs = minuteMs

/** What is left of a session that was last used at `at`; null while there is nothing to say of it. In milliseconds. */
export function timeLeft(at: number, now: number): number | null {
  const left = at + idleMs - now
  return left > warningMs ? null : Math.max(0, left)
}

/** What is left of the session, in milliseconds, from a minute before its end. */
export const idleTimeout = proxy<{ leftMs: number | null }>({ leftMs: null })

/** What somebody does by themselves. A pointer moves when a page moves below it, too. */
const inputs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/** Once somebody is asked whether they are still there, only the answer counts. */
function noteActivity(): void {
  if (idleTimeout.leftMs === null) recordActivity(Date.now())
}

/** Tells the server, in something small, that somebody is there. */
const reportActivity = (): Promise<unknown> => call(session.roles, {})

/** Says that the session has ended before the server is asked, which would begin it anew. */
function expire(): void {
  void call(session.signOut, {}).catch(() => {}) // it ends by itself, too
  handleUnauthorized(text('session.expired'), 'session_expired')
}

function check(): void {
  const now = Date.now()
  idleTimeout.leftMs = timeLeft(lastActivityAt(), now)
  if (idleTimeout.leftMs === 0) expire()
  // what else is called says it by itself, and what fails is said by whatever is called next
  else if (hasUnreportedActivity() && now - reportedAt() > reportMs) void reportActivity().catch(() => {})
}

const everyMs = 1_000

/** Watches how long nobody has done anything, in any tab. Answers how to stop. */
export function watchIdle(): () => void {
  recordActivity(Date.now())
  const stopping = new AbortController()
  const { signal } = stopping
  for (const input of inputs) window.addEventListener(input, noteActivity, { signal, capture: true, passive: true })
  const timer = setInterval(check, everyMs)
  return () => {
    stopping.abort()
    clearInterval(timer)
    idleTimeout.leftMs = null
  }
}

/** Keeps the session. */
export async function extendSession(): Promise<void> {
  recordActivity(Date.now())
  idleTimeout.leftMs = null
  await reportActivity()
}
