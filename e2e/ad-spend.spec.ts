import { pages } from '#contract/menu.ts'
import { expect, test } from './support/test.ts'

const yesterday = () => new Date(Date.now() - 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)

test('spend of a campaign is imported by keys, its loans cost more, and the number opens its rows', async ({ sit }) => {
  const desk = await sit('manager', { path: `${pages.deliveryReport}?view=cost` })
  const { page } = desk
  const table = page.getByRole('grid', { name: 'Report' })
  const row = table.getByRole('row', { name: /^brand-search/ })
  const costs = async () =>
    (await row.getByRole('gridcell').allInnerTexts()).map((text) => Number(text.replace(/,/g, '')))
  await expect(row).toBeVisible()
  const [spend, perClick] = await costs()

  await desk.press('Control+k')
  await desk.type('import ad spend')
  await desk.press('Enter')
  await expect(desk.heading('Import ad spend from a sheet')).toBeVisible()
  const sheet = `Day,Campaign,Cost,Impr.,Clicks,Installs\n${yesterday()},brand-search,500000,9000,10,1\n`
  const file = (text: string) => ({ name: 'google.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('Filled sheet').setInputFiles(file(`${sheet}${sheet.split('\n')[1]}\n`))
  await page.getByRole('button', { name: 'Check the sheet' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    `Line 3 · campaign · brand-search stands for ${yesterday()} twice`,
  )
  await page.getByLabel('Filled sheet').setInputFiles(file(sheet))
  await page.getByRole('button', { name: 'Check the sheet' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'changed: 1' })).toContainText(
    'Spend in the sheet: ₹ 5,00,000',
  )
  await page.getByRole('button', { name: 'Import ad spend from a sheet', exact: true }).press('Enter')

  await expect(page.getByText('Ad spend imported')).toBeVisible()
  await page.goto(`${pages.deliveryReport}?view=cost`)
  await expect(row).toBeVisible()
  const [now, dearer] = await costs()
  expect(now).toBeGreaterThan(spend! + 490_000)
  expect(dearer).toBeGreaterThan(perClick!)

  await row.getByRole('gridcell').nth(4).click()
  const cell = page.getByRole('region', { name: 'Number under the cursor' })
  await expect(cell).toContainText('Cost per loan')
  const [, rows] = /opens ([\d,]+) rows/.exec(await cell.innerText())!
  await desk.press('Enter')
  await expect(desk.heading('Channel events')).toBeVisible()
  await expect(page.getByText(`row 1 of ${rows}`)).toBeVisible()
})
