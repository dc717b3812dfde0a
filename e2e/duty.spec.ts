import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright/test'
import { pages } from '#contract/menu.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** What a cell says to those who hear it: whose day it is, and what. */
const cell = ({ page }: ConsolePage, name: string | RegExp): Locator =>
  page.getByRole('grid', { name: 'Duty schedule' }).getByRole('gridcell', { name })
const unsaved = ({ page }: ConsolePage, text: string): Locator => page.getByRole('status').getByText(text)

test('a range is set by keys, told, undone, saved, and copied into the week after; leaving with changes asks', async ({
  sit,
}) => {
  const desk = await sit('leader', { path: pages.duty, screen: [1440, 900] })
  const { page } = desk
  await expect(page.getByRole('gridcell', { selected: true })).toBeFocused()
  await desk.press(']')
  await expect(page.getByRole('columnheader', { name: /today/ })).toHaveCount(0)
  await desk.until(cell(desk, /^Collection specialist, Mon/), 'ArrowDown')
  await desk.press('Shift+ArrowRight Shift+ArrowRight l')

  await expect(desk.status).toContainText('RANGE')
  await expect(desk.status).toContainText('3 cells · 1 person × 3 days')
  await expect(unsaved(desk, '3 changes, nothing saved')).toBeVisible()
  await expect(cell(desk, /^Collection specialist, Mon.*leave, dated, unlike the pattern, changed/)).toBeVisible()
  await desk.press('u')
  await expect(unsaved(desk, 'As it was saved')).toBeVisible()
  await desk.press('Escape Space')
  await expect(cell(desk, /^Collection specialist, Wed.*rest, dated/)).toBeFocused()
  await expectNoAxeViolations(page)

  await desk.press('g i')
  await expect(page.getByRole('dialog', { name: 'Changes are not saved' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).press('Enter')
  await desk.press('mod+Enter')
  await expect(desk.toast('Duty saved')).toBeVisible()
  await expect(unsaved(desk, 'As it was saved')).toBeVisible()

  await desk.press(']')
  await expect(cell(desk, /^Collection specialist, Wed.*work/)).toBeFocused()
  await desk.search('copy last week')
  await expect(desk.hit).toContainText('Copy last week’s duty')
  await desk.press('Enter')
  await expect(cell(desk, /^Collection specialist, Wed.*rest, dated/)).toBeVisible()
  await desk.search('discard changes to duty')
  await desk.press('Enter')
  await expect(unsaved(desk, 'As it was saved')).toBeVisible()
})

test('the mouse does all of it: a drag, a button, the menu, the view of the pattern, and saving', async ({ sit }) => {
  const desk = await sit('group', { path: pages.duty, screen: [1440, 900] })
  const { page } = desk
  await page.getByRole('button', { name: 'Duty of next week' }).click()
  await expect(page.getByRole('columnheader', { name: /today/ })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Name' }).fill('specialist')
  await expect(page.getByRole('rowheader', { name: 'Collection specialist' })).toHaveCount(1)
  const [thursday, friday] = [cell(desk, /^Collection specialist, Thu/), cell(desk, /^Collection specialist, Fri/)]

  await thursday.hover()
  await page.mouse.down()
  await friday.hover()
  await page.mouse.up()
  await page.getByRole('button', { name: 'course' }).click()
  await expect(unsaved(desk, '2 changes, nothing saved')).toBeVisible()
  await friday.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'sick' }).click()
  await expect(cell(desk, /^Collection specialist, Fri.*sick/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Weekly pattern' }).click()
  await cell(desk, 'Collection specialist, Sunday, rest').click()
  await page.getByRole('button', { name: 'Work or rest' }).click()
  await expect(cell(desk, /^Collection specialist, Sunday, work, changed/)).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).click()

  await expect(desk.toast('Duty saved')).toBeVisible()
  await expect(cell(desk, 'Collection specialist, Sunday, work')).toBeVisible()
})

test('whoever only has their own sees it, and changes nothing', async ({ sit }) => {
  const desk = await sit('collector', { path: pages.duty })
  await expect(cell(desk, /^Collection specialist, /)).toHaveCount(7)

  await desk.press('Space l')

  await expect(cell(desk, /changed, not saved/)).toHaveCount(0)
  await expect(desk.page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
})

test('a sheet is checked, tells what it would change, and is taken in', async ({ sit }) => {
  const desk = await sit('ops')
  const { page } = desk
  await desk.search('import duty')
  await expect(desk.hit).toContainText('Import duty schedule')
  await desk.press('Enter')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the blank sheet' }).click()
  const sheet = readFileSync(await (await download).path(), 'utf8')
  const filled = sheet.replace(/^(caller,[^,]*,W)/m, (line) => line.replace(/W$/, 'R'))
  expect(filled).not.toBe(sheet)
  await page
    .getByLabel('Filled sheet')
    .setInputFiles({ name: 'duty.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) })

  await page.getByRole('button', { name: 'Check the sheet' }).click()
  await expect(page.getByText('People: 1 · changes: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Import duty schedule', exact: true }).click()

  await expect(desk.toast('Duty schedule imported')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Duty schedule/ })).toBeVisible()
})
