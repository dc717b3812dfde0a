import { readFileSync } from 'node:fs'
import { expect, test } from './support/test.ts'

test('an administrator sees the palette as a role, holds two roles beside each other, and takes the matrix along', async ({
  sit,
}) => {
  const desk = await sit('admin')
  await desk.search(':role lens')
  await expect(desk.hit).toHaveText(/Role lens/)
  await desk.press('Enter')
  await expect(desk.heading('Role lens')).toBeVisible()
  const { page } = desk
  const palette = page.getByRole('figure', { name: 'The palette as a role has it' })

  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('OPS')
  await page.getByRole('searchbox', { name: 'Search' }).fill('redi')
  await expect(palette.getByRole('row', { name: /Re-disburse.*Failed payouts · request.*All/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('CS')
  await expect(palette.getByRole('rowheader', { name: /^Re-disburse/ })).toHaveCount(0)

  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('OPS')
  await page.getByLabel('Only what differs').check()
  await expect(palette.getByRole('row', { name: /Re-disburse.*–.*All/ })).toBeVisible()
  await expect(palette.getByRole('rowheader', { name: /^Full screen/ })).toHaveCount(0)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = readFileSync((await (await saved).path())!, 'utf8')
  expect(file.split('\r\n')[0]).toContain('Operations')
  expect(file).toMatch(/^Re-disburse,loans\.redisburse,Money,Failed payouts · request,/m)
})
