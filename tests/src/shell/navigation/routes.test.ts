import { expect, test } from 'vitest'
import { pages } from '#contract/menu.ts'
import { type MenuTree, pinnedTabs, resolveRoute } from '#src/shell/navigation/routes.ts'
import { home, node, orders } from './menu.ts'

const detail = { component: 'loan', title: 'loans.detail', requires: 'applications' } as const
const at = (path: string, menu: MenuTree = [home, orders], may = true) =>
  resolveRoute(path, { menu, fixed: { '/detail': detail }, paths: Object.values(pages), may: () => may })

test('a page of the menu stands at its path, at the end of its way', () => {
  expect(at(pages.applications)).toMatchObject({
    at: 'page',
    component: 'applications',
    trail: [
      { title: 'menu./order_management', path: pages.applications },
      { title: `menu.${pages.applications}`, path: null },
    ],
  })
})

test('a group leads to the page it names, or else to its first', () => {
  const group = node('/a', { redirect: '/a/c', children: [node('/a/b'), node('/a/c')] })

  expect(at('/a', [group])).toEqual({ at: 'redirect', to: '/a/c' })
  expect(at('/order_management/more')).toEqual({ at: 'redirect', to: '/order_management/more/one' })
})

test('a page that leads elsewhere leads there, by whatever way', () => {
  const menu = [node('/a', { redirect: '/b' }), node('/b', { redirect: '/c' }), node('/c')]

  expect(at('/a', menu)).toEqual({ at: 'redirect', to: '/c' })
})

test('where a group names a page that is not there, it leads to its first that is', () => {
  const gone = node('/a/b', { redirect: '/nowhere' })

  expect(at('/a', [node('/a', { redirect: '/x', children: [gone, node('/a/c')] })])).toEqual({
    at: 'redirect',
    to: '/a/c',
  })
})

test.for([
  ['itself by way of another', [node('/a', { redirect: '/b' }), node('/b', { redirect: '/a' })]],
  ['its own group', [node('/a', { redirect: '/a/b', children: [node('/a/b', { redirect: '/a' })] })]],
  ['nothing', [node('/a', { redirect: '/gone' })]],
] as const)('a page that leads to %s is no page', ([, menu]) => {
  expect(at('/a', menu)).toEqual({ at: 'nowhere' })
})

test('a group that names itself leads to its first page', () => {
  expect(at('/a', [node('/a', { redirect: '/a', children: [node('/a/b')] })])).toEqual({ at: 'redirect', to: '/a/b' })
})

test('a page of somebody else is forbidden, and so is its group', () => {
  expect(at(pages.staff)).toEqual({ at: 'forbidden' })
  expect(at('/system')).toEqual({ at: 'forbidden' })
  expect(at('/401')).toEqual({ at: 'forbidden' })
})

test.for(['/nope', '/order_management/nope', '/404', '/constructor', '//b', '/%', '//'])(
  'nothing stands at %s',
  (path) => {
    expect(at(path)).toEqual({ at: 'nowhere' })
  },
)

test('a slash behind a path leads to the path', () => {
  expect(at('/home_page/')).toEqual({ at: 'redirect', to: '/home_page' })
  expect(at(`${pages.applications}//`)).toEqual({ at: 'redirect', to: pages.applications })
  expect(at('/nope/')).toEqual({ at: 'redirect', to: '/nope' })
})

test('the overview leads home where the menu has none, and stands where it has', () => {
  const overview = node('/home_manage', { children: [node(pages.overview)] })

  expect(at('/home_manage')).toEqual({ at: 'redirect', to: pages.home })
  expect(at(pages.overview)).toEqual({ at: 'redirect', to: pages.home })
  expect(at('/home_manage', [overview])).toEqual({ at: 'redirect', to: pages.overview })
})

test('a page beside the menu is shown to whoever may call what it calls', () => {
  expect(at('/detail')).toMatchObject({ at: 'page', component: 'loan', record: true })
  expect(at('/detail', [home], false)).toEqual({ at: 'forbidden' })
})

test('the way shows only steps with a title that say nothing against it', () => {
  const untitled = node('/a', {
    title: '',
    children: [node('/a/b', { breadcrumb: false, children: [node('/a/b/c')] })],
  })

  expect(at('/a/b/c', [untitled])).toMatchObject({ trail: [{ title: 'menu./a/b/c', path: null }] })
})

test('a page says whether it is pinned, forgets, and shows one record', () => {
  expect(at(pages.home)).toMatchObject({ pinned: true, forgets: false, record: false })
  expect(at('/order_management/more/two')).toMatchObject({ pinned: false, forgets: true })
  expect(at(pages.customer)).toMatchObject({ record: true })
})

test('only what is pinned has a tab from the start', () => {
  expect(pinnedTabs([home, orders]).map(({ key }) => key)).toEqual([pages.home])
})
