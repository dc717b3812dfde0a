import { beforeEach, expect, test } from 'vitest'
import {
  closeAll,
  closeOthers,
  closeTab,
  hrefOf,
  openTab,
  pinTabs,
  remountTab,
  type Tab,
  tabBeside,
  tabMemory,
  tabState,
} from '#src/session/tabs.ts'

const page = (key: string, about: Partial<Tab> = {}) => ({
  key,
  href: key,
  title: key,
  record: null,
  pinned: false,
  forgets: false,
  ...about,
})
const keys = () => tabState.open.map(({ key }) => key)

beforeEach(() => {
  for (const { key } of tabState.open) tabMemory(key).clear()
  Object.assign(tabState, { open: [], front: null })
  pinTabs([page('/home', { pinned: true })])
})

test('a page that is visited gets a tab, once, behind those that are there', () => {
  openTab(page('/a'))
  openTab(page('/b'))
  openTab(page('/a'))

  expect(keys()).toEqual(['/home', '/a', '/b'])
  expect(tabState.front).toBe('/a')
})

test('what is pinned stands in front of everything, however late it comes', () => {
  openTab(page('/a'))
  pinTabs([page('/home', { pinned: true }), page('/board', { pinned: true })])

  expect(keys()).toEqual(['/board', '/home', '/a'])
})

test('a tab leads back to where it was left', () => {
  openTab(page('/a'))
  openTab(page('/a', { href: '/a?q=state:50' }))

  expect(hrefOf('/a')).toBe('/a?q=state:50')
  expect(hrefOf('/never')).toBe('/never')
})

test('closing the tab in front leads to the last one that is left', () => {
  openTab(page('/a'))
  openTab(page('/b', { href: '/b?q=x' }))
  openTab(page('/a'))

  expect(closeTab('/a')).toBe('/b?q=x')
  expect(keys()).toEqual(['/home', '/b'])
})

test('closing another tab leads nowhere', () => {
  openTab(page('/a'))
  openTab(page('/b'))

  expect(closeTab('/a')).toBeNull()
  expect(keys()).toEqual(['/home', '/b'])
})

test('closing the others keeps the pinned ones and comes to the front', () => {
  openTab(page('/a'))
  openTab(page('/b'))

  expect(closeOthers('/a')).toBe('/a')
  expect(keys()).toEqual(['/home', '/a'])
})

test('closing the others stays where one is', () => {
  openTab(page('/a'))

  expect(closeOthers('/a')).toBeNull()
})

test('closing all leads to what is pinned, which forgets nothing', () => {
  tabMemory('/home').set('scroll', 40)
  openTab(page('/a'))

  expect(closeAll()).toBe('/home')
  expect(keys()).toEqual(['/home'])
  expect(tabMemory('/home').get('scroll')).toBe(40)
})

test('where no tab is left, closing leads to the root', () => {
  tabState.open = []
  openTab(page('/a'))

  expect(closeTab('/a')).toBe('/')
})

test('a pinned tab is not closed', () => {
  openTab(page('/home', { pinned: true }))

  expect(closeTab('/home')).toBeNull()
  expect(keys()).toEqual(['/home'])
})

test('a tab remembers until it is closed or refreshed', () => {
  openTab(page('/a'))
  tabMemory('/a').set('scroll', 120)
  openTab(page('/b'))
  expect(tabMemory('/a').get('scroll')).toBe(120)

  closeTab('/a')
  expect(tabMemory('/a').get('scroll')).toBeUndefined()

  tabMemory('/b').set('scroll', 80)
  remountTab('/b')
  expect(tabMemory('/b').get('scroll')).toBeUndefined()
})

test('refreshing a tab has its page made anew', () => {
  openTab(page('/a'))

  remountTab('/a')

  expect(tabState.open.find(({ key }) => key === '/a')?.turn).toBe(1)
})

test('a page that forgets keeps nothing once another is in front', () => {
  openTab(page('/a', { forgets: true }))
  tabMemory('/a').set('scroll', 120)
  openTab(page('/a', { forgets: true, href: '/a?page=2' }))
  expect(tabMemory('/a').get('scroll')).toBe(120)

  openTab(page('/b'))

  expect(tabMemory('/a').get('scroll')).toBeUndefined()
})

test('one moves from tab to tab, round and round, to where each was left', () => {
  openTab(page('/a', { href: '/a?q=x' }))
  openTab(page('/b'))

  expect(tabBeside(1)).toBe('/home')
  expect(tabBeside(-1)).toBe('/a?q=x')
})

test('a tab that stands alone has none beside it', () => {
  openTab(page('/home', { pinned: true }))

  expect([tabBeside(1), tabBeside(-1)]).toEqual([null, null])
})
