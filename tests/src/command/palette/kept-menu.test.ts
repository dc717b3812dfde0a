import { afterEach, expect, test } from 'vitest'
import { menuOf } from '#server/modules/session/steps/menu.ts'
import { destinations, searchIndex } from '#src/command/registry.ts'
import { search } from '#src/command/search/search.ts'
import { setWords } from '#src/locale/words.ts'
import { currentSession } from '#src/session/base/session.ts'

const granted = new Map([
  ['orders', 0],
  ['plans', 0],
] as const)
const entry = (id: string, more: object) => [id, { id, kind: 'page', place: 'orderGroup', sort: 10, ...more }] as const
const menuWith = (...entries: readonly (readonly [string, object])[]) => menuOf(granted, new Map(entries) as never) // what is shown of it is all there
const anywhere = { fits: () => 0 as const, frecency: () => 0 }
const found = (typed: string) => search(searchIndex('en', false), typed, anywhere).map(({ id }) => id)
const show = (menu: typeof currentSession.menu) => Object.assign(currentSession, { menu, granted: new Map(granted) })

afterEach(() => {
  setWords([])
  Object.assign(currentSession, { menu: [], granted: new Map() })
})

test('a page is found by the title that an administrator has written, from then on', () => {
  show(menuWith())
  expect(found('zebra loans')).not.toContain('menu.orders')

  const labels = { en: 'Zebra loans' }
  setWords([{ dictionary: 'menu', of: 'menu', code: 'orders', labels, sort: 0, tone: 'none', offered: true }])

  expect(found('zebra loans')[0]).toBe('menu.orders')
})

test('what is hidden is no destination; a link is one, where it was put', () => {
  const link = { kind: 'link', sort: 1, path: 'https://bank.example', hidden: false }
  show(menuWith(entry('orders', { hidden: true }), entry('plans', { sort: 20 }), entry('MN1', link)))

  expect(destinations().map(({ path }) => path)).toEqual(['https://bank.example', '/order_management/repay_plan'])
})
