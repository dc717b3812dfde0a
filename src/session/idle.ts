import { proxy } from 'valtio'
import { session, sessionIdleMs } from '#contract/session.ts'
import { call } from '#src/call/call.ts'
import { text } from '#src/locale/text.ts'
import { sessionOver } from './session.ts'

const minuteMs = 60_000
/** How long a session surely lasts without a call: the server knows to the minute only when the last one was. */
export const idleMs = sessionIdleMs - minuteMs
/** How long before that the person is asked. */
export const warningMs = minuteMs

/** What is left of a session that was last used at `seen`; null while there is nothing to say of it. In milliseconds. */
export function leftOf(seen: number, now: number): number | null {
  const left = seen + idleMs - now
  return left > warningMs ? null : Math.max(0, left)
}

/** Calls that keep nobody signed in: those without a token, and the one that only listens. */
const free = ['/api/login', '/api/get/time', '/api/slider', '/api/live']

/** Whether what the browser fetched was a call that the server counts, and answered. */
export const keepsIn = ({
  name,
  responseStatus,
}: Pick<PerformanceResourceTiming, 'name' | 'responseStatus'>): boolean => {
  const { pathname } = new URL(name)
  return pathname.startsWith('/api/') && !free.includes(pathname) && responseStatus !== 0
}

/** What is left of the session, in milliseconds, from a minute before its end. */
export const idle = proxy<{ leftMs: number | null }>({ leftMs: null })

/** Every tab of this browser writes its last call here: they have one session. */
const key = 'lendline.seen'
let here = 0

function seen(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(key)) || 0)
  } catch {
    return here // no storage: then each tab counts for itself
  }
}

function see(at: number): void {
  if (at <= here) return
  here = at
  try {
    localStorage.setItem(key, String(Math.max(at, seen())))
  } catch {} // as above
}

/** Says that the session has ended before the server is asked, which would begin it anew. */
function runOut(): void {
  void call(session.signOut, {}).catch(() => {}) // it ends by itself, too
  sessionOver(text('session.expired'))
}

function look(): void {
  idle.leftMs = leftOf(seen(), Date.now())
  if (idle.leftMs === 0) runOut()
}

const everyMs = 1_000

/** Watches how long nothing was asked of the server, in any tab. Answers how to stop. */
export function watchIdle(): () => void {
  see(Date.now())
  const calls = new PerformanceObserver((list) => {
    const fetched = list.getEntriesByType('resource') as PerformanceResourceTiming[] // of that type
    for (const one of fetched) if (keepsIn(one)) see(performance.timeOrigin + one.startTime)
  })
  calls.observe({ type: 'resource' })
  const timer = setInterval(look, everyMs)
  return () => {
    calls.disconnect()
    clearInterval(timer)
    idle.leftMs = null
  }
}

/** Keeps the session: asks the server for something small. */
export async function stay(): Promise<void> {
  await call(session.roles, {})
  see(Date.now())
  idle.leftMs = null
}
