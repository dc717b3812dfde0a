import { readFileSync } from 'node:fs'
import { pages } from '#contract/menu.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('a cell of the triangle is reached by keys and counts the rows it opens; an alert is kept on it, and its chart taken along', async ({
  sit,
}) => {
  const desk = await sit('manager', { path: pages.home })
  const { page } = desk
  await page.setViewportSize({ width: 1440, height: 900 }) // a low screen folds the chart
  await desk.press('Control+k')
  await desk.type('repayment statistics')
  await desk.press('Enter')
  const cell = page.getByRole('region', { name: 'Number under the cursor' })
  await expect(cell).toContainText('Plans')

  await desk.press('7 m')
  await expect(page).toHaveURL(/view=overdueTriangle/)
  await expect(page.getByRole('grid', { name: 'Report' }).getByRole('columnheader')).toHaveCount(33)
  await desk.press(`ArrowDown ArrowDown ArrowDown${' ArrowRight'.repeat(11)}`)
  await expect(cell).toContainText('T10')
  // of a month: of three days ago nobody knows the tenth day yet
  const parts = /= ([\d,]+) \/ ([\d,]+)/
  await expect(cell).toContainText(parts)
  const [, unpaid] = parts.exec(await cell.innerText())!
  await expectNoAxeViolations(page)

  const coming = page.waitForEvent('download')
  await desk.press('v p')
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^Repayment statistics \d{4}-\d\d-\d\d\.png$/)
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2_400, 1_120])

  await desk.press('v a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Only when' })).toHaveValue(/^overdueT10>\d+$/)
  await desk.press('Control+Enter')
  await expect(page.getByText('Schedule added')).toBeVisible()

  await page.getByRole('gridcell').and(page.locator('[tabindex="0"]')).focus()
  await desk.press('Enter')
  await expect(desk.heading('Instalments as they were known')).toBeVisible()
  await expect(page.getByText(`row 1 of ${unpaid}`)).toBeVisible()
})

test('on a low screen the chart is a strip that a key unfolds, and the rows stay in sight', async ({ sit }) => {
  const desk = await sit('manager', { path: `${pages.repaymentReport}?view=overdueTriangle` })
  const { page } = desk
  const chart = page.getByRole('slider', { name: /^Chart/ })
  await expect(page.getByRole('button', { name: /^▸ Chart/ })).toBeVisible()
  await expect(chart).toHaveCount(0)

  await desk.press('Shift+C')
  await expect(chart).toBeFocused()
  await expect(page.getByRole('gridcell').first()).toBeInViewport()
  await desk.press('Escape')
  await expect(chart).toHaveCount(0)
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1)
})
