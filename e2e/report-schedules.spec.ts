import { pages } from '#contract/menu.ts'
import { begin } from './support/forms.ts'
import { expect, test } from './support/test.ts'

test('a report is sent regularly by two keys, sent at once, and lies in the export centre', async ({ sit }) => {
  const desk = await sit('manager', { path: pages.acquisitionTrend })
  const { page } = desk
  await expect(page.getByRole('region', { name: 'Number under the cursor' })).toContainText('Registered')

  await desk.press('v r')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Filter' })).toHaveValue('registeredAt:-90d')
  await page.getByRole('textbox', { name: 'Title' }).fill('Who came')
  await desk.press('Control+Enter')
  await expect(page.getByText('Schedule added')).toBeVisible()

  await page.goto(pages.reportSchedules)
  const row = page.getByRole('row', { name: /Who came/ })
  await expect(row).toContainText('Acquisition trend')
  await begin(desk, 'send report now', /^Send report now/)
  await expect(row).toContainText('Delivered')

  await page.goto(pages.exports)
  await expect(page.getByRole('row', { name: /Who came .*\.xlsx/ })).toContainText('Ready')
})
