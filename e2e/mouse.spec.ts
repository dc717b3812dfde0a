import { payables } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('who knows no key sends pay-outs again with the mouse alone, and the menu of a row names first what can be done', async ({
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
  await expect(items.first()).toBeVisible()
  const off = await items.evaluateAll((all) => all.map((item) => item.ariaDisabled === 'true'))

  expect(off).toContain(true)
  expect(off).toEqual(off.toSorted((a, b) => Number(a) - Number(b)))
})
