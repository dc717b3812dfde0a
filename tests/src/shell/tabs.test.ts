import { beforeEach, expect, test } from 'vitest'
import {
  beside,
  closeAll,
  closeOthers,
  closeTab,
  hrefOf,
  pin,
  refresh,
  type Tab,
  tabState,
  tabs,
  visit,
} from '#src/shell/tabs.ts'

const page = (key: string, about: Partial<Tab> = {}) => ({
  key,
  href: key,
  title: key,
  record: null,
  pinned: false,
  forgets: false,
  ...about,
})
const keys = () => tabs.open.map(({ key }) => key)

beforeEach(() => {
  for (const { key } of tabs.open) tabState(key).clear()
  Object.assign(tabs, { open: [], front: null })
  pin([page('/home', { pinned: true })])
})

test('a page that is visited gets a tab, once, behind those that are there', () => {
  visit(page('/a'))
  visit(page('/b'))
  visit(page('/a'))

  expect(keys()).toEqual(['/home', '/a', '/b'])
  expect(tabs.front).toBe('/a')
})

test('what is pinned stands in front of everything, however late it comes', () => {
  visit(page('/a'))
  pin([page('/home', { pinned: true }), page('/board', { pinned: true })])

  expect(keys()).toEqual(['/board', '/home', '/a'])
})

test('a tab leads back to where it was left', () => {
  visit(page('/a'))
  visit(page('/a', { href: '/a?q=state:50' }))

  expect(hrefOf('/a')).toBe('/a?q=state:50')
  expect(hrefOf('/never')).toBe('/never')
})

test('closing the tab in front leads to the last one that is left', () => {
  visit(page('/a'))
  visit(page('/b', { href: '/b?q=x' }))
  visit(page('/a'))

  expect(closeTab('/a')).toBe('/b?q=x')
  expect(keys()).toEqual(['/home', '/b'])
})

test('closing another tab leads nowhere', () => {
  visit(page('/a'))
  visit(page('/b'))

  expect(closeTab('/a')).toBeNull()
  expect(keys()).toEqual(['/home', '/b'])
})

test('closing the others keeps the pinned ones and comes to the front', () => {
  visit(page('/a'))
  visit(page('/b'))

  expect(closeOthers('/a')).toBe('/a')
  expect(keys()).toEqual(['/home', '/a'])
})

test('closing the others stays where one is', () => {
  visit(page('/a'))

  expect(closeOthers('/a')).toBeNull()
})

test('closing all leads to what is pinned, which forgets nothing', () => {
  tabState('/home').set('scroll', 40)
  visit(page('/a'))

  expect(closeAll()).toBe('/home')
  expect(keys()).toEqual(['/home'])
  expect(tabState('/home').get('scroll')).toBe(40)
})

test('where no tab is left, closing leads to the root', () => {
  tabs.open = []
  visit(page('/a'))

  expect(closeTab('/a')).toBe('/')
})

test('a pinned tab is not closed', () => {
  visit(page('/home', { pinned: true }))

  expect(closeTab('/home')).toBeNull()
  expect(keys()).toEqual(['/home'])
})

test('a tab remembers until it is closed or refreshed', () => {
  visit(page('/a'))
  tabState('/a').set('scroll', 120)
  visit(page('/b'))
  expect(tabState('/a').get('scroll')).toBe(120)

  closeTab('/a')
  expect(tabState('/a').get('scroll')).toBeUndefined()

  tabState('/b').set('scroll', 80)
  refresh('/b')
  expect(tabState('/b').get('scroll')).toBeUndefined()
})

test('refreshing a tab has its page made anew', () => {
  visit(page('/a'))

  refresh('/a')

  expect(tabs.open.find(({ key }) => key === '/a')?.turn).toBe(1)
})

test('a page that forgets keeps nothing once another is in front', () => {
  visit(page('/a', { forgets: true }))
  tabState('/a').set('scroll', 120)
  visit(page('/a', { forgets: true, href: '/a?page=2' }))
  expect(tabState('/a').get('scroll')).toBe(120)

  visit(page('/b'))

  expect(tabState('/a').get('scroll')).toBeUndefined()
})

test('one moves from tab to tab, round and round, to where each was left', () => {
  visit(page('/a', { href: '/a?q=x' }))
  visit(page('/b'))

  expect(beside(1)).toBe('/home')
  expect(beside(-1)).toBe('/a?q=x')
})

test('a tab that stands alone has none beside it', () => {
  visit(page('/home', { pinned: true }))

  expect([beside(1), beside(-1)]).toEqual([null, null])
})
