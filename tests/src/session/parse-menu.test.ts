import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMenu } from '#src/session/parse-menu.ts'

const node = (path: unknown, more: object = {}) => ({
  path,
  component: 'home',
  visible: '0',
  name: 'n',
  meta: { title: 't' },
  ...more,
})

test('every field of a node is read', () => {
  const meta = {
    ...{ title: 't', icon: 'house', btnPermissions: [1, 2, 4], exportsInFull: true },
    ...{ noCache: true, affix: true, breadcrumb: false },
  }
  const whole = {
    path: '/a',
    component: 'c',
    visible: '1',
    redirect: '/a/b',
    name: 'n',
    meta,
    children: [node('/a/b')],
  }

  const { menu, left } = parseMenu([whole])

  expect(menu).toMatchObject([whole])
  expect(left).toEqual([])
})

test('what a node leaves out is filled in', () => {
  const { menu } = parseMenu([{ path: 'customer_management' }])

  expect(menu).toMatchObject([
    {
      path: '/customer_management',
      component: '/customer_management',
      visible: '0',
      name: '/customer_management',
      meta: { title: '/customer_management' },
    },
  ])
})

test('hidden is the text 1, and the number', () => {
  expect(
    parseMenu([node('/a', { visible: 1 }), node('/b', { visible: true })]).menu.map(({ visible }) => visible),
  ).toEqual(['1', '0'])
})

test.for([
  'javascript:alert(1)',
  'JaVaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '',
  ' /a',
  'a b',
  '\\\\evil',
  7,
  null,
])('a node at %s is left out, and named', (path) => {
  const { menu, left } = parseMenu([node(path), node('/ok')])

  expect(menu.map((one) => one.path)).toEqual(['/ok'])
  expect(left).toHaveLength(1)
})

test('a node that stands below itself is left out', () => {
  const { menu, left } = parseMenu([node('/a', { children: [node('/a/b', { children: [node('/a')] })] })])

  expect(menu[0]?.children?.[0]?.children).toEqual([])
  expect(left).toEqual(['/a'])
})

test('a menu without end is cut off', () => {
  let deep: object = node('/x')
  for (let i = 0; i < 5_000; i++) deep = node(`/n${i}`, { children: [deep] })

  const { left } = parseMenu([deep])

  expect(left).toHaveLength(1)
})

test.for([
  null,
  undefined,
  'menu',
  7,
  {},
  [null],
  [[]],
  [{ children: 'x' }],
  [node('/a', { meta: null, children: {} })],
])('a menu of %j is read without harm', (given) => {
  expect(() => parseMenu(given)).not.toThrow()
})

test('whatever is read has a path within the console or a way out of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ path: fc.oneof(fc.string(), fc.webUrl(), fc.webPath()), children: fc.jsonValue() })),
      (given) => {
        for (const { path, meta } of parseMenu(given).menu) {
          expect(path).toMatch(/^(?:\/|https?:|mailto:|tel:)/i)
          expect(typeof meta.title).toBe('string')
        }
      },
    ),
  )
})
