import { payables } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('who knows no key sends pay-outs again with the mouse alone, and the menu of a row folds what cannot be done now', async ({
  sit,
}) => {
  const [first, second] = await payables(2)
  const desk = await sit('ops')
  const { page, row, counted, toast } = desk

  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Failed payouts' }).click()
  for (const { id } of [first!, second!]) {
    await row(id).getByRole('gridcell').first().click()
    await expect(row(id)).toHaveAttribute('aria-selected', 'true')
  }
  await page.getByRole('toolbar', { name: '2 rows' }).getByRole('button', { name: 'Re-disburse' }).click()
  await expect(counted('Will be done').first()).toHaveText('2')
  await (await desk.read('Re-disburse 2')).click()

  await expect(toast('Sent again · 2')).toBeVisible()

  await desk.rows.first().click({ button: 'right' })
  const items = page.getByRole('menu').getByRole('group').first().getByRole('menuitem')
  await expect(items.first()).toBeEnabled()
  await page.getByRole('menuitem', { name: /^Not now/ }).click()
  const off = page.getByRole('region', { name: /^Not now/ }).getByRole('menuitem')
  await expect(off.first()).toBeVisible()

  expect(await items.evaluateAll((all) => all.map((item) => item.ariaDisabled))).not.toContain('true')
  for (const item of await off.all()) await expect(item).toBeDisabled()
})

test('a right-click acts on the row it points at, whatever else is marked', async ({ sit }) => {
  const [marked, other] = await payables(2)
  const desk = await sit('ops')
  await desk.show('failedPayouts', `id:${marked!.id},${other!.id}`, 2)
  await desk.row(marked!.id).getByRole('gridcell').first().click()
  await expect(desk.marked).toHaveCount(1)

  await desk.cell(other!.id, other!.id).click({ button: 'right' })
  const menu = desk.page.getByRole('menu')
  await expect(menu).toContainText(`Only ${other!.id}`)
  await menu.getByRole('menuitem', { name: /^Re-disburse/ }).click()
  await expect(desk.dialog).toContainText(other!.id)
  await desk.confirm('Re-disburse')

  await expect(desk.toast('Sent again')).toBeVisible()
  await expect(desk.row(marked!.id)).toHaveAttribute('aria-selected', 'true')
})
