import { readFileSync } from 'node:fs'
import { pages } from '#contract/menu.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('a share is opened by key with as many rows as it counts; a report is turned, told by week, and filtered; what is wrong with a line is said', async ({
  sit,
}) => {
  const desk = await sit('manager', { path: pages.repaymentReport })
  const { page } = desk

  await test.step('a share and its whole', async () => {
    const cell = page.getByRole('region', { name: 'Number under the cursor' })
    await expect(cell).toContainText('Plans')
    await desk.press('ArrowDown ArrowDown ArrowDown ArrowDown ArrowRight ArrowRight ArrowRight')
    await expect(cell).toContainText('T0')
    const [, unpaid, due] = /= ([\d,]+) \/ ([\d,]+)/.exec(await cell.innerText())!
    await expect(cell).toContainText(`opens ${unpaid} rows`)
    await desk.press('Enter')
    await expect(desk.heading('Instalments as they were known')).toBeVisible()
    await expect(page.getByLabel('Filter', { exact: false }).first()).toHaveValue(/unpaidT0>0 no:knownUntil/)
    await expect(page.getByText(`row 1 of ${unpaid}`)).toBeVisible()
    await page.goBack()
    await expect(cell).toContainText('Plans')
    await desk.press('ArrowDown ArrowDown ArrowDown ArrowDown ArrowRight ArrowRight ArrowRight Shift+Enter')
    await expect(page.getByText(`row 1 of ${due}`)).toBeVisible()
  })

  await test.step('turned, by week, and filtered', async () => {
    const table = page.getByRole('grid', { name: 'Report' })
    await page.evaluate((path) => history.pushState(null, '', path), pages.repaymentReport)
    await expect(desk.heading('Repayment statistics')).toBeVisible()
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await desk.press('m')
    await expect(table.getByRole('rowheader').first()).toContainText('…')
    await desk.press('P 2')
    await expect(page).toHaveURL(/by=product/)
    await expect(page).toHaveURL(/view=overdueAmount/)
    await desk.press('/')
    await desk.type('colour:red')
    await desk.press('Enter')
    await expect(page.getByRole('search').getByRole('status')).toContainText('colour')
    await desk.press('Escape /')
    await desk.type('dueDate:today')
    await desk.press('Enter')
    await expect(page).toHaveURL(/q=dueDate/)
    await expect(table.getByRole('gridcell').first()).toBeFocused()
    await page.goto(`${pages.repaymentReport}?by=colour&view=overdue`)
    await expect(page.getByText('Not in this report: by=colour.')).toBeVisible()
    await expect(table.getByRole('columnheader', { name: 'Due' }).first()).toBeVisible()
  })
})

test('a chart is gone through by keys, its point opens its rows, and the report is taken along', async ({ sit }) => {
  const desk = await sit('manager', { path: pages.approvalReport })
  const { page } = desk
  await page.setViewportSize({ width: 1440, height: 900 }) // a low screen has no chart
  const chart = page.getByRole('slider', { name: /^Chart/ })
  await expect(chart).toHaveAttribute('aria-valuetext', /: [\d,]+$/)
  const [today] = (await chart.getAttribute('aria-valuetext'))!.split(':')
  await expect(page.getByRole('region', { name: 'Comparison with the period before' })).toContainText('31 days against')

  await desk.press('Shift+C ArrowLeft ArrowDown')
  await expect(chart).toBeFocused()
  await expect(chart).toHaveAttribute('aria-label', /First %/)
  await expect(chart).not.toHaveAttribute('aria-valuetext', new RegExp(`^${today}`))
  await expectNoAxeViolations(page)
  await desk.press('Escape')
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1)

  const coming = page.waitForEvent('download')
  await desk.press('Shift+E')
  const file = readFileSync(await (await coming).path(), 'utf8')
  expect(file).toContain('Applied,Applications,First %')
  expect(file.trim().split('\n').at(-1)).toMatch(/^Total,\d+,\d/)

  await desk.press('Enter')
  await expect(desk.heading('Loan list')).toBeVisible()
  await expect(page.getByLabel('Filter', { exact: false }).first()).toHaveValue(/appliedAt:.*is:firstLoan/)
})

test('rows are ranked by the number under the cursor, and what was before opens its rows', async ({ sit }) => {
  const desk = await sit('manager', { path: `${pages.performance}?by=collector` })
  const { page } = desk
  const table = page.getByRole('grid', { name: 'Report' })
  const recovered = async () => {
    const shown = await table.getByRole('row').locator('td:nth-of-type(5)').allInnerTexts()
    return shown.slice(0, -1).map((text) => Number(text.replaceAll(',', '')))
  }
  await expect(table.getByRole('row').nth(1)).toBeVisible()

  await desk.press('ArrowRight ArrowRight ArrowRight ArrowRight s')
  await expect(table.getByRole('columnheader', { name: /Recovered/ })).toHaveAttribute('aria-sort', 'descending')
  const ranked = await recovered()
  expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
  await table.getByRole('button', { name: /Recovered/ }).click()
  await expect(table.getByRole('columnheader', { name: /Recovered/ })).toHaveAttribute('aria-sort', 'ascending')
  expect(await recovered()).toEqual(ranked.toReversed())
  await expect(table.getByRole('rowheader').first()).toHaveText(/^1/)

  await page.setViewportSize({ width: 1440, height: 900 }) // a low screen compares nothing
  await table.getByRole('button', { name: /Recovered/ }).click()
  await page.getByRole('button', { name: 'Time', exact: true }).click()
  const before = page.getByRole('region', { name: /^Comparison/ }).getByRole('row', { name: /^Cases/ })
  const count = await before.getByRole('link').nth(1).innerText()
  await before.getByRole('link').nth(1).click()
  await expect(desk.heading('Collection activity')).toBeVisible()
  await expect(page.getByText(`row 1 of ${count}`)).toBeVisible()
})
