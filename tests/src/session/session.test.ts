import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '#contract/session.ts'
import {
  agreeWithPeers,
  entered,
  leave,
  may,
  onExpiry,
  onGone,
  onSignIn,
  onSignOut,
  session,
  sessionOver,
} from '#src/session/session.ts'
import { token } from '#src/session/token.ts'
import { tabState, tabs, visit } from '#src/shell/tabs.ts'
import { type Server, startBrowser } from './browser.ts'

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
  agreeWithPeers(enterAgain)
  onSignIn(() => heard.push('in'))
  onSignOut(() => heard.push('out'))
  onExpiry(() => heard.push('expiry'))
  onGone(() => heard.push('gone'))
  peer.onmessage = ({ data }) => told.push(data)
})
afterAll(async () => {
  peer.close()
  await server.stop()
})
beforeEach(async () => {
  leave()
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const list of [heard, told]) list.length = 0
  enterAgain.mockClear()
  token.hold('held')
})

test('whoever signs out is forgotten with everything that was kept of them', () => {
  entered(user('a'), [], ['Operations'])
  visit(page('/list'))
  tabState('/list').set('marks', 3)

  leave()

  expect(heard).toEqual(['in', 'out', 'gone'])
  expect(session).toMatchObject({ user: null, menu: [], roles: [] })
  expect(token.held()).toBe('')
  expect(tabs.open).toEqual([])
  expect(tabState('/list').size).toBe(0)
})

test('a session that runs out leaves the tabs as they were for whoever comes back', () => {
  entered(user('a'), [], [])
  visit(page('/list'))
  tabState('/list').set('marks', 3)

  sessionOver(over)
  expect(session.user).toBeNull()
  expect(token.held()).toBe('')
  entered(user('a'), [], [])

  expect(heard).toEqual(['in', 'expiry', 'out', 'in'])
  expect(tabs.open.map(({ key }) => key)).toEqual(['/list'])
  expect(tabState('/list').get('marks')).toBe(3)
})

test('where somebody else signs in after a session ran out, nothing of the one before is left', () => {
  entered(user('a'), [], [])
  visit(page('/list'))
  sessionOver(over)

  entered(user('b'), [], [])

  expect(heard).toEqual(['in', 'expiry', 'out', 'gone', 'in'])
  expect(tabs.open).toEqual([])
})

test('whoever signs out after their session ran out is forgotten, too', () => {
  entered(user('a'), [], [])
  visit(page('/list'))
  sessionOver(over)

  leave()
  entered(user('a'), [], [])

  expect(tabs.open).toEqual([])
})

test('the other tabs are told who has signed in, that they signed out, and that a session ran out', async () => {
  entered(user('a'), [], [])
  sessionOver(over)
  leave()

  await expect.poll(() => told).toEqual([{ is: 'in', userId: 'a' }, { is: 'over' }, { is: 'out' }])
})

test('a tab agrees with the others about who is signed in', async () => {
  peer.postMessage({ is: 'in', userId: 'a' })
  await expect.poll(() => enterAgain).toHaveBeenCalledOnce()

  entered(user('a'), [], [])
  visit(page('/list'))
  peer.postMessage({ is: 'over' })
  await expect.poll(() => session.user).toBeNull()
  expect(tabs.open).toHaveLength(1)

  entered(user('a'), [], [])
  peer.postMessage({ is: 'out' })
  await expect.poll(() => session.user).toBeNull()
  expect(tabs.open).toEqual([])
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
  entered(user('a'), menu, [])

  expect(
    ['applications', 'applications.add', 'applications.export', 'plans', 'anyone'].every((right) =>
      may(right as 'anyone'),
    ),
  ).toBe(true)
  expect(['applications.edit', 'plans.add', 'audit'].some((right) => may(right as 'anyone'))).toBe(false)
})
