import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sessionIdleMs } from '#contract/session.ts'
import { send } from '#src/call/send.ts'
import { lastActivityAt, recordActivity } from '#src/session/base/presence.ts'
import { currentSession } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { idleMs, idleTimeout, reportMs, timeLeft, warningMs, watchIdle } from '#src/session/idle-timeout.ts'
import { type Server, startBrowser } from './browser.ts'

const minuteMs = 60_000
/** The server writes down when somebody was last there at most once in so long. */
const seenMs = minuteMs
/** What a window is to somebody who presses keys in it. */
const keyboard = new EventTarget()
const dayMs = 24 * 60 * minuteMs
let day = 0

let server: Server
let stop = () => {}
beforeAll(async () => {
  server = await startBrowser()
  Object.assign(globalThis, { window: keyboard })
})
afterAll(() => server.stop())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  day += 1
  vi.setSystemTime(Date.now() + day * dayMs) // later than whatever was done before
  server.asked.length = 0
  token.hold('held')
  Object.assign(currentSession, { user: { userId: 'S1' } })
  stop = watchIdle()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const press = () => keyboard.dispatchEvent(new Event('keydown'))

test('the warning comes a minute before the session can end, and counts down to it', () => {
  expect(timeLeft(0, idleMs - warningMs - 1)).toBeNull()
  expect(timeLeft(0, idleMs - warningMs)).toBe(minuteMs)
  expect(timeLeft(0, idleMs - 1_000)).toBe(1_000)
})

test('what has run out stays so, however late somebody looks', () => {
  expect(timeLeft(0, idleMs)).toBe(0)
  expect(timeLeft(0, idleMs * 100)).toBe(0)
})

test('the console never counts on more than the server grants', () => {
  expect(idleMs + reportMs + seenMs).toBeLessThanOrEqual(sessionIdleMs)
})

test('a call counts as somebody’s own for a minute after they did something, and not when it is made by itself later', async () => {
  await send('GET /list')
  vi.advanceTimersByTime(minuteMs)
  await send('GET /list')

  expect(server.asked.filter(({ at }) => at === 'GET /api/list').map(({ unattended }) => unattended)).toEqual([
    undefined,
    '1',
  ])
})

test('a list that keeps itself up to date keeps nobody signed in', async () => {
  for (let minute = 0; minute < (idleMs - warningMs) / minuteMs; minute++) {
    vi.advanceTimersByTime(minuteMs)
    await send('GET /list')
  }

  expect(idleTimeout.leftMs).toBe(warningMs)
  vi.advanceTimersByTime(warningMs)
  expect(currentSession.user).toBeNull()
  expect(token.held()).toBe('')
})

test('what somebody does keeps them signed in, and the server is told where they call nothing', async () => {
  for (let minute = 0; minute < 60; minute++) {
    press()
    vi.advanceTimersByTime(minuteMs)
  }

  expect(idleTimeout.leftMs).toBeNull()
  expect(currentSession.user).not.toBeNull()
  const told = () => server.asked.filter(({ at }) => at === 'GET /api/sysRole/current')
  await expect.poll(() => told().length).toBeGreaterThan(50)
  expect(told().every(({ unattended }) => unattended === undefined)).toBe(true)
})

test('once somebody is asked whether they are still there, only the answer counts', () => {
  vi.advanceTimersByTime(idleMs - warningMs)

  press()
  vi.advanceTimersByTime(1_000)

  expect(idleTimeout.leftMs).toBe(warningMs - 1_000)
})

test.for(['garbage', '-1', 'Infinity', '9'.repeat(20), ''])(
  '“%s”, kept for another tab, is no time anybody was there',
  (kept) => {
    recordActivity(Date.now())
    localStorage.setItem('lendline.seen', kept)

    expect(lastActivityAt()).toBe(Date.now())
  },
)

test('what is done in another tab counts in this one', () => {
  vi.advanceTimersByTime(idleMs - warningMs)
  expect(idleTimeout.leftMs).toBe(warningMs)

  localStorage.setItem('lendline.seen', String(Date.now()))
  vi.advanceTimersByTime(1_000)

  expect(idleTimeout.leftMs).toBeNull()
})
