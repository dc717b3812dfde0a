import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { groups, type MenuNode } from '#contract/menu.ts'
import { type MenuEntry, menuPlaces } from '#contract/menu-entries.ts'
import { addDeclaredMenu } from '#server/modules/menu-entries/steps.ts'
import { test as base, type World } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'

const test = base.extend<{ declared: undefined }>({
  declared: [
    async ({ server }, use) => {
      await addDeclaredMenu(server.app.database.db, server.app.translations, new Date(0))
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>
const entry = async ({ as }: As, id: string): Promise<MenuEntry> =>
  (await as('admin').menuEntries.list({ q: `id:${id}` })).rows[0]!
const menuOf = async ({ as }: As, who: Parameters<World['as']>[0] = 'ops') => (await as(who).session.info({})).menu
const namesIn = (nodes: readonly MenuNode[], group: string) =>
  nodes
    .find(({ name }) => name === group)!
    .children!.filter(({ visible }) => visible === '0')
    .map(({ name }) => name)
const edit = async ({ as }: As, id: string, change: object) => {
  const { version, sort, icon } = await entry({ as }, id)
  const asItIs = { sort, ...(icon && { icon }) }
  return as('admin').menuEntries.edit({ id: id as IdOf<'menuEntry'>, version, ...asItIs, ...change })
}
const link = { labelEn: 'Bank portal', path: 'https://bank.example/login', place: 'operationGroup', sort: 5 } as const

test('as it comes, the menu is kept as it is declared: its order changes nothing', async ({ as, server }) => {
  const kept = await menuOf({ as }, 'manager')
  await server.app.database.query('delete from menu_entries')

  expect(await menuOf({ as }, 'manager')).toEqual(kept)
  expect(Object.values(groups).map(({ name }) => name)).toEqual(menuPlaces.slice(1))
})

test('order, sign and what is hidden follow in the menu of whoever sees the page, and of nobody else', async ({
  as,
}) => {
  const before = namesIn(await menuOf({ as }), 'orderGroup')
  const last = before.at(-1)!

  await edit({ as }, last, { sort: 1 })
  await edit({ as }, 'orderGroup', { icon: 'star' })

  const menu = await menuOf({ as })
  expect(namesIn(menu, 'orderGroup')).toEqual([last, ...before.slice(0, -1)])
  expect(menu.find(({ name }) => name === 'orderGroup')!.meta.icon).toBe('star')
  const { version } = await entry({ as }, last)
  await as('admin').menuEntries.hide({ id: last as IdOf<'menuEntry'>, version })
  expect(namesIn(await menuOf({ as }), 'orderGroup')).not.toContain(last)
  expect(JSON.stringify(await menuOf({ as }, 'collector'))).not.toContain('failedPayouts')
})

test('a title is said in every language it was written in, and as the product says it in the others', async ({
  as,
  server,
}) => {
  await edit({ as }, 'orders', { labelEn: 'Loans', labelZh: '贷款' })

  const row = await entry({ as }, 'orders')
  expect(row).toMatchObject({ title: 'Loans', labelZh: '贷款', changed: true })
  expect(row.labelEs).not.toBe('Loans')
  await server.app.words.fresh()
  expect(server.app.translations.t('zh', 'menu.orders')).toBe('贷款')
  const { words } = await as('cs').dictionaryEntries.words({})
  expect(words).toContainEqual(
    expect.objectContaining({ of: 'menu', code: 'orders', labels: { en: 'Loans', zh: '贷款' } }),
  )
})

test('a link leads out of the console, stands where it was put, and is taken away', async ({ as }) => {
  const { id } = await as('admin').menuEntries.addLink({ ...link, icon: 'globe' })

  const [first] = (await menuOf({ as })).find(({ name }) => name === 'operationGroup')!.children!
  expect(first).toMatchObject({ path: link.path, name: id, meta: { title: `menu.${id}`, icon: 'globe' } })
  const added = await entry({ as }, id)
  expect(added).toMatchObject({ kind: 'link', title: 'Bank portal', state: 'shown', changed: true })
  const moved = await as('admin').menuEntries.setAddress({ id, version: added.version, path: 'tel:+911234567' })
  expect((await menuOf({ as })).flatMap(({ children = [] }) => children.map(({ path }) => path))).toContain(
    'tel:+911234567',
  )
  await as('admin').menuEntries.remove({ id, version: moved.version })
  expect(JSON.stringify(await menuOf({ as }))).not.toContain(id)
})

test.for([
  [{ path: 'javascript:alert(1)' }, 'path'],
  [{ path: 'data:text/html,x' }, 'path'],
  [{ path: '/system/user' }, 'path'],
  [{ path: 'https:// x' }, 'path'],
  [{ labelEn: ' ' }, 'labelEn'],
  [{ place: 'nowhere' }, 'place'],
  [{ icon: 'skull' }, 'icon'],
  [{ sort: -1 }, 'sort'],
] as const)('a link with %j is refused by its %s', async ([wrong, field], { as }) => {
  const refused = as('admin').menuEntries.addLink({ ...link, ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fault: 'invalid', fields: [{ field }] })
  expect((await as('admin').menuEntries.list({ q: 'kind:link' })).rows).toEqual([])
})

test('what comes with the product is not removed; the start page and this page are not hidden', async ({ as }) => {
  const orders = await entry({ as }, 'orders')
  const it = { id: orders.id, version: orders.version }
  await expect(as('admin').menuEntries.remove(it)).rejects.toMatchObject({ fault: 'comes_with_product' })
  const elsewhere = as('admin').menuEntries.setAddress({ ...it, path: 'https://x.example' })
  await expect(elsewhere).rejects.toMatchObject({ fault: 'comes_with_product' })
  for (const id of ['home', 'menu', 'systemGroup']) {
    const { version } = await entry({ as }, id)
    const hidden = as('admin').menuEntries.hide({ id: id as IdOf<'menuEntry'>, version })
    await expect(hidden).rejects.toMatchObject({ fault: 'always_shown' })
  }
})

test('it is put back as it came, once; who may only look changes nothing; the record says what it was', async ({
  as,
}) => {
  const edited = await edit({ as }, 'orders', { labelEn: 'Loans', sort: 1 })
  const { id } = edited
  const { rows } = await as('admin').audit.list({ q: 'command:menuEntries.edit' })
  expect(rows[0]!.changes).toContain('→ Loans')

  const restored = await as('admin').menuEntries.restore({ id, version: edited.version })

  expect(restored).toMatchObject({ title: 'Order list', changed: false })
  await expect(as('admin').menuEntries.restore({ id, version: restored.version })).rejects.toMatchObject({
    fault: 'nothing_to_restore',
  })
  await expect(as('executive').menuEntries.hide({ id, version: restored.version })).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').menuEntries.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('every window is told that the menu and its words are other, whatever its reader may see', async ({
  as,
  server,
  tokenOf,
}) => {
  const stream = await listenTo(server.url, await tokenOf('collector'))

  await edit({ as }, 'orders', { labelEn: 'Loans' })

  await expect.poll(() => stream.heard.map(({ noun }) => noun)).toEqual(expect.arrayContaining(['words', 'menu']))
  expect(stream.heard.map(({ noun }) => noun)).not.toContain('menuEntries')
  await stream.stop()
})
