import { expect, test } from 'vitest'
import type { PageId } from '#contract/menu.ts'
import {
  blankDraft,
  changesIn,
  clearAll,
  parseQuota,
  type RoleDraft,
  setScope,
  tickAll,
  tickedIn,
  toggleButton,
  togglePages,
  treeRowsOf,
} from '#src/pages/roles/role-draft.ts'

const all = new Map<PageId, number>([
  ['orders', 8 | 16 | 256],
  ['plans', 8],
  ['staff', 7],
])
const pages: readonly PageId[] = ['orders', 'plans']
const granting = (grants: Record<string, [number, 'all' | 'agency' | 'own']>): RoleDraft => ({
  ...blankDraft,
  grants: new Map(Object.entries(grants).map(([page, [codes, scope]]) => [page as PageId, { codes, scope }])),
})

test('a button is ticked with its page, and cleared alone', () => {
  const ticked = toggleButton(blankDraft, 'orders', 16)
  expect(ticked.grants.get('orders')).toEqual({ codes: 16, scope: 'own' })
  expect(toggleButton(ticked, 'orders', 16).grants.get('orders')).toEqual({ codes: 0, scope: 'own' })
})

test('linked, a page takes all of its buttons along; unlinked it comes alone; it never leaves one behind', () => {
  expect(togglePages(blankDraft, ['orders'], all, true).grants.get('orders')?.codes).toBe(280)
  const alone = togglePages(blankDraft, ['orders'], all, false)
  expect(alone.grants.get('orders')?.codes).toBe(0)
  expect(togglePages(toggleButton(alone, 'orders', 8), ['orders'], all, false).grants.has('orders')).toBe(false)
})

test('a group is completed first, then cleared; what it had keeps its scope', () => {
  const some = granting({ orders: [8, 'agency'] })

  const whole = togglePages(some, pages, all, true)

  expect(tickedIn(some, pages)).toBe('some')
  expect(tickedIn(whole, pages)).toBe('all')
  expect([...whole.grants]).toEqual([
    ['orders', { codes: 280, scope: 'agency' }],
    ['plans', { codes: 8, scope: 'agency' }],
  ])
  expect(togglePages(whole, pages, all, true).grants.size).toBe(0)
})

test('everything is ticked or cleared at once', () => {
  const everything = tickAll(granting({ staff: [1, 'all'] }), all)
  expect(everything.grants.get('staff')).toEqual({ codes: 7, scope: 'all' })
  expect(everything.grants.size).toBe(3)
  expect(clearAll(everything).grants.size).toBe(0)
})

test('a scope goes round; a page that is not granted has none', () => {
  const one = granting({ orders: [0, 'own'] })
  expect(setScope(one, 'orders').grants.get('orders')?.scope).toBe('sample')
  expect(setScope(setScope(one, 'orders'), 'orders').grants.get('orders')?.scope).toBe('all')
  expect(setScope(one, 'orders', 'agency').grants.get('orders')?.scope).toBe('agency')
  expect(setScope(one, 'plans')).toBe(one)
})

test('changes are counted: each button, each page, each scope, each field', () => {
  const before = granting({ orders: [8, 'own'], plans: [8, 'own'] })
  const now = { ...granting({ orders: [16, 'all'], staff: [0, 'own'] }), name: 'Other' }
  // orders: two buttons and the scope; plans: the page and its button; staff: the page; the name
  expect(changesIn(before, now)).toBe(3 + 2 + 1 + 1)
  expect(changesIn(before, before)).toBe(0)
})

test.for([
  ['', null],
  [' 50 ', 50],
  ['0', 0],
  ['-1', undefined],
  ['5.5', undefined],
  ['many', undefined],
  ['999999999', undefined],
] as const)('a quota typed as “%s” is %s', ([typed, quota]) => {
  expect(parseQuota(typed)).toBe(quota)
})

test('the menu becomes lines, groups before their pages', () => {
  const page = (component: string, btnPermissions: number[]) => ({
    ...{ path: `/${component}`, component, visible: '0' as const, name: component },
    meta: { title: `menu.${component}`, btnPermissions },
  })
  const group = {
    ...page('group', []),
    path: '/order_management',
    children: [page('orders', [8, 16]), page('plans', [])],
  }

  expect(treeRowsOf([page('home', []), group])).toEqual([
    { kind: 'page', page: 'home', title: 'menu.home', codes: 0, group: null },
    { kind: 'group', path: '/order_management', title: 'menu.group', pages: ['orders', 'plans'] },
    { kind: 'page', page: 'orders', title: 'menu.orders', codes: 24, group: '/order_management' },
    { kind: 'page', page: 'plans', title: 'menu.plans', codes: 0, group: '/order_management' },
  ])
})
