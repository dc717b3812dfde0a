import { expect, test } from 'vitest'
import { isOutside } from '#src/shell/places.ts'
import { sectionsOf } from '#src/shell/sections.ts'
import { home, node, orders } from './menu.ts'

const shape = (menu: Parameters<typeof sectionsOf>[0]) =>
  sectionsOf(menu).map(({ title, nested, entries }) => [title, nested, entries.map(({ path }) => path)])

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

test.for(['https://example.com', 'http://example.com', 'HTTPS://example.com', 'mailto:a@b.c', 'tel:+91'])(
  '%s leads out of the console',
  (path) => {
    expect(isOutside(path)).toBe(true)
    expect(sectionsOf([node(path)])[0]?.entries[0]?.outside).toBe(true)
  },
)

test.for(['/httpstatus', '/tel', 'javascript:alert(1)'])('%s does not', (path) => {
  expect(isOutside(path)).toBe(false)
})
