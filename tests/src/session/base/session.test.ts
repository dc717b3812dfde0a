import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/session.ts'
import { send } from '#src/call/send.ts'
import {
  currentSession,
  endSession,
  handleUnauthorized,
  may,
  onExpiry,
  onSignIn,
  onSignOut,
  onUserGone,
  startSession,
  syncAcrossTabs,
} from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { openTab, tabMemory, tabState } from '#src/session/tabs.ts'
import { type Server, startBrowser } from '#tests/src/session/browser.ts'
import { turns } from '#tests/support/turns.ts'

const over = 'Your session has expired, please log in again.'
const user = (userId: string) => ({ userId, account: userId, country: 'IN' }) as unknown as SessionUser // what is asked of it
const page = (key: string) => ({ key, href: key, title: key, record: null, pinned: false, forgets: false })
const heard: string[] = []
const enterAgain = vi.fn()
/** Another tab of the same browser. */
const peer = new BroadcastChannel('session')
const told: unknown[] = []

let server: Server
beforeAll(async () => {
  server = await startBrowser()
  syncAcrossTabs(enterAgain)
  onSignIn(() => heard.push('in'))
  onSignOut(() => heard.push('out'))
  onExpiry(() => heard.push('expiry'))
  onUserGone(() => heard.push('gone'))
  peer.onmessage = ({ data }) => told.push(data)
})
afterAll(async () => {
  peer.close()
  await server.stop()
})
beforeEach(async () => {
  endSession()
  await turns()
  for (const list of [heard, told]) list.length = 0
  enterAgain.mockClear()
  token.hold('held')
})

test('whoever signs out is forgotten with everything that was kept of them', () => {
  startSession(user('a'), [], ['Operations'])
  openTab(page('/list'))
  tabMemory('/list').set('marks', 3)

  endSession()

  expect(heard).toEqual(['in', 'out', 'gone'])
  expect(currentSession).toMatchObject({ user: null, menu: [], roles: [] })
  expect(token.held()).toBe('')
  expect(tabState.open).toEqual([])
  expect(tabMemory('/list').size).toBe(0)
})

test('a session that runs out leaves the tabs as they were for whoever comes back', () => {
  startSession(user('a'), [], [])
  openTab(page('/list'))
  tabMemory('/list').set('marks', 3)

  handleUnauthorized(over)
  expect(currentSession.user).toBeNull()
  expect(token.held()).toBe('')
  startSession(user('a'), [], [])

  expect(heard).toEqual(['in', 'expiry', 'out', 'in'])
  expect(tabState.open.map(({ key }) => key)).toEqual(['/list'])
  expect(tabMemory('/list').get('marks')).toBe(3)
})

test('where somebody else signs in after a session ran out, nothing of the one before is left', () => {
  startSession(user('a'), [], [])
  openTab(page('/list'))
  handleUnauthorized(over)

  startSession(user('b'), [], [])

  expect(heard).toEqual(['in', 'expiry', 'out', 'gone', 'in'])
  expect(tabState.open).toEqual([])
})

test('whoever signs out after their session ran out is forgotten, too', () => {
  startSession(user('a'), [], [])
  openTab(page('/list'))
  handleUnauthorized(over)

  endSession()
  startSession(user('a'), [], [])

  expect(tabState.open).toEqual([])
})

test('what an earlier session is answered says nothing of the next one', async () => {
  const signInAgain = () => {
    handleUnauthorized(over)
    token.hold('next')
    startSession(user('a'), [], [])
  }
  startSession(user('a'), [], [])
  const answers = [
    { body: { code: 401, msg: over, fault: 'session_expired' } },
    { body: { code: 200, msg: '', data: null }, headers: { Authentication: 'earlier' } },
  ]
  server.answer = () => {
    signInAgain()
    return answers.shift()!
  }

  await expect(send('GET /late')).rejects.toMatchObject({ code: 401 })
  expect([currentSession.user?.userId, token.held()]).toEqual(['a', 'next'])
  await send('GET /late')
  expect([currentSession.user?.userId, token.held()]).toEqual(['a', 'next'])
})

test('the other tabs are told who has signed in, that they signed out, and that a session ran out', async () => {
  startSession(user('a'), [], [])
  handleUnauthorized(over)
  endSession()

  await expect.poll(() => told).toEqual([{ is: 'in', userId: 'a' }, { is: 'over' }, { is: 'out' }])
})

test('a tab agrees with the others about who is signed in', async () => {
  peer.postMessage({ is: 'in', userId: 'a' })
  await expect.poll(() => enterAgain).toHaveBeenCalledOnce()

  startSession(user('a'), [], [])
  openTab(page('/list'))
  peer.postMessage({ is: 'over' })
  await expect.poll(() => currentSession.user).toBeNull()
  expect(tabState.open).toHaveLength(1)

  startSession(user('a'), [], [])
  peer.postMessage({ is: 'out' })
  await expect.poll(() => currentSession.user).toBeNull()
  expect(tabState.open).toEqual([])
})

test('rights are those of the menu’s pages and buttons, and no others', () => {
  const menu = [
    {
      path: '/a',
      component: 'applications',
      visible: '0' as const,
      name: 'a',
      meta: { title: 'a', btnPermissions: [1, 8] },
    },
    { path: '/b', component: 'plans', visible: '1' as const, name: 'b', meta: { title: 'b' } },
  ]
  startSession(user('a'), menu, [])

  expect(
    ['applications', 'applications.add', 'applications.export', 'plans', 'anyone'].every((right) =>
      may(right as 'anyone'),
    ),
  ).toBe(true)
  expect(['applications.edit', 'plans.add', 'audit'].some((right) => may(right as 'anyone'))).toBe(false)
})
