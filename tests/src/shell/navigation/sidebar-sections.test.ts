import { expect, test } from 'vitest'
import { pathInMenu, sidebarSections } from '#src/shell/navigation/sidebar-sections.ts'
import { home, node, orders } from './menu.ts'

const shape = (menu: Parameters<typeof sidebarSections>[0]) =>
  sidebarSections(menu).map(({ title, nested, entries }) => [title, nested, entries.map(({ path }) => path)])

test('groups are headings, and a group within a group follows it', () => {
  expect(shape([home, orders])).toEqual([
    [null, false, ['/home_page']],
    ['menu./order_management', false, ['/order_management/loan_list']],
    ['menu./order_management/more', true, ['/order_management/more/one', '/order_management/more/two']],
  ])
})

test('what is hidden is left out', () => {
  const menu = [node('/a', { children: [node('/a/b'), node('/a/c', { visible: '1' }), node('/a/d')] })]

  expect(shape(menu)).toEqual([['menu./a', false, ['/a/b', '/a/d']]])
})

test('a group with one page is that page', () => {
  const menu = [
    node('/a', { children: [node('/a/b', { children: [node('/a/b/c')] }), node('/a/x', { visible: '1' })] }),
  ]

  expect(shape(menu)).toEqual([[null, false, ['/a/b/c']]])
})

test('a group and a page that stands alone bring their signs along', () => {
  const menu = [
    node('/home', { icon: 'house' }),
    node('/a', { icon: 'users', children: [node('/a/b')] }),
    node('/c', { icon: 'bot', children: [node('/c/d'), node('/c/e', { icon: 'stamp' })] }),
  ]

  const [alone, group] = sidebarSections(menu)

  expect(alone?.entries.map(({ icon }) => icon)).toEqual(['house', 'users'])
  expect([group?.icon, ...(group?.entries ?? []).map(({ icon }) => icon)]).toEqual(['bot', null, 'stamp'])
})

test('an entry knows whether it leads out of the console', () => {
  const menu = [node('https://example.com'), node('mailto:a@b.co'), node('/mailto')]

  expect(sidebarSections(menu)[0]?.entries.map(({ outside }) => outside)).toEqual([true, true, false])
})

test('a page that is a tab of another is shown by that one, any other by itself', () => {
  expect(pathInMenu('/order_management/case_transfer_list')).toBe('/order_management/change_case')
  expect(pathInMenu('/order_management/change_case')).toBe('/order_management/change_case')
  expect(pathInMenu('/order_management/loan_list')).toBe('/order_management/loan_list')
})
