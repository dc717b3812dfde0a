import { proxy } from 'valtio'
import { session, sessionIdleMs } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { text } from '#src/locale/text.ts'
import { isUntold, see, seen, toldAt } from './attention.ts'
import { sessionOver } from './session.ts'

const minuteMs = 60_000
/** The server is told of somebody who only types or reads at least once in so long. */
export const tellMs = 50_000
/** How long a session surely lasts: the server knows to the minute when somebody was last there, and hears of it late. */
export const idleMs = sessionIdleMs - 2 * minuteMs
/** How long before that the person is asked. */
export const warningMs = minuteMs

/** What is left of a session that was last used at `at`; null while there is nothing to say of it. In milliseconds. */
export function leftOf(at: number, now: number): number | null {
  const left = at + idleMs - now
  return left > warningMs ? null : Math.max(0, left)
}

/** What is left of the session, in milliseconds, from a minute before its end. */
export const idle = proxy<{ leftMs: number | null }>({ leftMs: null })

/** What somebody does by themselves. A pointer moves when a page moves below it, too. */
const inputs = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

/** Once somebody is asked whether they are still there, only the answer counts. */
function notice(): void {
  if (idle.leftMs === null) see(Date.now())
}

/** Tells the server, in something small, that somebody is there. */
const tell = (): Promise<unknown> => call(session.roles, {})

/** Says that the session has ended before the server is asked, which would begin it anew. */
function runOut(): void {
  void call(session.signOut, {}).catch(() => {}) // it ends by itself, too
  sessionOver(text('session.expired'))
}

function look(): void {
  const now = Date.now()
  idle.leftMs = leftOf(seen(), now)
  if (idle.leftMs === 0) runOut()
  // what else is called says it by itself, and what fails is said by whatever is called next
  else if (isUntold() && now - toldAt() > tellMs) void tell().catch(() => {})
}

const everyMs = 1_000

/** Watches how long nobody has done anything, in any tab. Answers how to stop. */
export function watchIdle(): () => void {
  see(Date.now())
  const stopping = new AbortController()
  const { signal } = stopping
  for (const input of inputs) window.addEventListener(input, notice, { signal, capture: true, passive: true })
  const timer = setInterval(look, everyMs)
  return () => {
    stopping.abort()
    clearInterval(timer)
    idle.leftMs = null
  }
}

/** Keeps the session. */
export async function stay(): Promise<void> {
  see(Date.now())
  idle.leftMs = null
  await tell()
}
