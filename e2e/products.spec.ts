import { readFileSync } from 'node:fs'
import { products } from '#contract/products/calls.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

const list = ['g n', 'Products'] as const

/** Begins a command of the palette by what it is called. */
async function begin(desk: ConsolePage, typed: string, title: string): Promise<void> {
  await desk.search(typed)
  await expect(desk.hit).toContainText(title)
  await desk.press('Enter')
}

/** A page that is a tab of the products. */
const tab = (desk: ConsolePage, name: string) =>
  desk.page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name })

test('products come in a filled sheet: what is wrong is told by line and column, and nothing is added until all is right', async ({
  sit,
}) => {
  const desk = await sit('ops')
  await desk.show('products', 'id:IN-7', 1)
  const download = desk.page.waitForEvent('download')
  await begin(desk, 'download product', 'Download product as a sheet')
  const sheet = readFileSync(await (await download).path(), 'utf8').replaceAll('IN-7', 'EVE-7')
  const file = (text: string) => ({ name: 'filled.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  await begin(desk, 'add products', 'Add products from a sheet')
  await desk.page.getByLabel('Filled sheet').setInputFiles(file(sheet.replace('EVE-7', '?')))
  await desk.page.getByRole('button', { name: 'Add products', exact: true }).press('Enter')
  await expect(desk.warning(/Line 3 · id · /)).toBeVisible()
  await desk.page.getByLabel('Filled sheet').setInputFiles(file(sheet))
  await desk.page.getByRole('button', { name: 'Add products', exact: true }).press('Enter')

  await expect(desk.toast('Products added')).toBeVisible()
  await desk.filter('id:EVE-7', 1)
  await expect(desk.cell('EVE-7', 'Disabled')).toBeVisible()
})

test('terms count once a second person has approved them, and the product is offered then', async ({ sit }) => {
  const [ops, admin] = [await signedIn('ops'), await signedIn('admin')]
  const [model] = (await ops.call(products.list, { q: 'id:IN-14' })).rows
  const code = 'EVE-14' as NonNullable<typeof model>['id']
  await ops.call(products.copy, { id: model!.id, version: model!.version, code, name: 'Eve' })
  const desk = await sit('executive')
  await desk.show('products', `id:${code}`, 1)

  await desk.press('A')
  await desk.asked('Note')
  await desk.press('Enter')
  await desk.confirm('Approve product changes')
  await expect(desk.toast('Approved')).toBeVisible()

  const [approved] = (await admin.call(products.list, { q: `id:${code}` })).rows
  await admin.call(products.setState, { id: code, version: approved!.version, state: 'enabled' })
  await expect(desk.cell(code, 'Enabled')).toBeVisible()
})

test('a merchant is added beside the products and bound to one; none is bound to it once it is disabled', async ({
  sit,
}) => {
  const desk = await sit('admin')
  await desk.go(...list)
  await tab(desk, 'Merchants').press('Enter')
  await expect(desk.heading('Merchants')).toBeVisible()
  await begin(desk, 'add merchant', 'Add merchant')
  await desk.asked('Merchant id')
  await desk.type('EVE-1')
  await desk.press('Enter')
  await desk.asked('Name')
  await desk.type('Eventide Capital')
  await desk.press('Enter')
  await expect(desk.toast('Merchant added')).toBeVisible()
  await desk.press('R')
  await expect(desk.cell('EVE-1', 'Eventide Capital')).toBeVisible()

  await desk.show('products', 'id:IN-14', 1)
  const bind = async () => {
    await begin(desk, 'bind product', 'Bind product to merchant')
    await desk.asked('Merchant')
    await desk.type('Eventide')
    await expect(desk.hit).toContainText('Eventide Capital')
    await desk.press('Enter')
  }
  await bind()
  await expect(desk.cell('IN-14', 'Eventide Capital')).toBeVisible()

  await tab(desk, 'Merchants').press('Enter')
  await expect(desk.heading('Merchants')).toBeVisible()
  await desk.filter('id:EVE-1', 1)
  await expect(desk.cell('EVE-1', 'IN-14')).toBeVisible()
  await begin(desk, 'enable or disable merchant', 'Enable or disable merchant')
  await desk.asked('Status')
  await desk.type('Disabled')
  await desk.press('Enter')
  await desk.confirm('Enable or disable merchant')
  await expect(desk.cell('EVE-1', 'Disabled')).toBeVisible()
})
