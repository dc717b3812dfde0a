import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SessionUser } from '#contract/session.ts'
import { endSession, startSession } from '#src/session/base/session.ts'
import { storeTabs } from '#src/session/stored-tabs.ts'
import { openTab, type Tab, tabMemory, tabState } from '#src/session/tabs.ts'
import { type Server, startBrowser } from '#tests/src/session/browser.ts'

const user = (userId: string) => ({ userId, account: userId, country: 'IN' }) as unknown as SessionUser // what is asked of it
const page = (key: string, about: Partial<Tab> = {}) => ({
  ...{ key, href: key, title: key, record: null, pinned: false, forgets: false },
  ...about,
})

let server: Server
beforeAll(async () => {
  server = await startBrowser()
})
afterAll(() => server.stop())
beforeEach(() => endSession())

/** The page is loaded anew: nothing is left but what was written down. */
function reload(): void {
  storeTabs()
  for (const { key } of tabState.open) tabMemory(key).clear()
  Object.assign(tabState, { open: [], front: null })
}

test('after a reload the same person has their tabs again, with their addresses and how far they were scrolled', () => {
  startSession(user('a'), [], [])
  openTab(page('/home', { pinned: true }))
  openTab(page('/plans', { href: '/plans?q=overdueDays%3E2' }))
  tabMemory('/plans').set('scroll', 480)
  tabMemory('/plans').set('grid', { toJSON: () => ({ q: '', row: 7, column: null, top: 3 }) })

  reload()
  startSession(user('a'), [], [])

  expect(tabState.open.map(({ href, pinned }) => [href, pinned])).toEqual([
    ['/home', true],
    ['/plans?q=overdueDays%3E2', false],
  ])
  expect(Object.fromEntries(tabMemory('/plans'))).toEqual({
    scroll: 480,
    grid: { q: '', row: 7, column: null, top: 3 },
  })
})

test('a tab that keeps nothing once it is left keeps nothing over a reload', () => {
  startSession(user('a'), [], [])
  openTab(page('/home', { forgets: true }))
  tabMemory('/home').set('scroll', 480)

  reload()
  startSession(user('a'), [], [])

  expect(tabState.open.map(({ key }) => key)).toEqual(['/home'])
  expect(tabMemory('/home').size).toBe(0)
})

test('tabs are nobody else’s, and gone with whoever signs out', () => {
  startSession(user('a'), [], [])
  openTab(page('/plans'))
  reload()
  startSession(user('b'), [], [])
  const ofAnother = tabState.open.length

  openTab(page('/orders'))
  storeTabs()
  endSession()
  startSession(user('b'), [], [])

  expect(ofAnother).toBe(0)
  expect(tabState.open).toEqual([])
})

test.each([
  ['no JSON', '{'],
  ['no tabs', '{"userId":"a","tabs":3}'],
  ['an address of somewhere else', '{"userId":"a","tabs":[{"key":"x","href":"https://evil","title":"x"}]}'],
])('%s in the storage opens no tab', (_, stored) => {
  sessionStorage.setItem('lendline.tabs', stored)

  startSession(user('a'), [], [])

  expect(tabState.open).toEqual([])
})
