import { readFileSync } from 'node:fs'
import type { ConsolePage } from './support/console-page.ts'
import { importFiles, type UploadFile } from './support/import-files.ts'
import { expect, test } from './support/test.ts'

/** Opens the browser's own choice of files by the key, and chooses one. */
async function choose(desk: ConsolePage, label: string, file: UploadFile): Promise<void> {
  // the browser has to know of it before the key is pressed
  const chooser = desk.page.waitForEvent('filechooser')
  await desk.until(desk.dialog.getByLabel(label), 'Tab')
  await desk.press('Space')
  await (await chooser).setFiles(file)
}

/** Hands the book in by the command, and has it loaded under that name. */
async function load(desk: ConsolePage, book: string): Promise<void> {
  await desk.search('import loan')
  await expect(desk.hit).toHaveText(/Import loan book/)
  await desk.press('Enter')
  await expect(desk.dialog.getByRole('heading', { name: 'Import loan book' })).toBeVisible()
  await choose(desk, 'Loans', importFiles.loans)
  await choose(desk, 'Customers', importFiles.customers)
  await desk.until(desk.dialog.getByRole('button', { name: 'Read files' }), 'Tab')
  await desk.press('Enter')

  await expect(desk.dialog.getByText('loans.csv · 3 lines, separated by comma')).toBeVisible()
  await expect(desk.dialog.getByText('customers.csv · 2 lines, separated by comma')).toBeVisible()
  await expect(desk.dialog.getByRole('combobox', { name: 'Total due' })).toHaveValue('totaldue')
  await desk.until(desk.dialog.getByLabel('Name of the book'), 'Tab')
  await desk.press('mod+a')
  await desk.type(book)
  await desk.until(desk.dialog.getByRole('button', { name: 'Check' }), 'Tab')
  await desk.press('Enter')
  await expect(desk.dialog.getByText('loans · Amount · Blank · 1 line, line 4')).toBeVisible()
  await expect(desk.dialog.getByRole('button', { name: 'Load', exact: true })).toBeDisabled()
  await desk.until(desk.dialog.getByLabel('Type 3 to load that many lines for good'), 'Tab')
  await desk.type('3')
  await desk.press('Enter')
}

test('a book of loans is imported by keyboard, reported on, and known the second time', async ({ sit }) => {
  const desk = await sit('ops')
  await desk.go('g l', 'Loan list')

  await load(desk, 'made-up')
  await desk.prove()
  await expect(desk.dialog.getByText('2 loaded, 0 known already, 1 refused')).toBeVisible()

  const download = desk.page.waitForEvent('download')
  await desk.until(desk.dialog.getByRole('button', { name: 'Download report' }), 'Tab')
  await desk.press('Enter')
  const report = readFileSync(await (await download).path(), 'utf8')
  expect(report).toMatch(/loans,4,Amount \(loanamount\),Blank/)
  await desk.press('Escape')
  await expect(desk.dialog).toBeHidden()

  await load(desk, 'made-up')
  await expect(desk.dialog.getByText('0 loaded, 2 known already, 1 refused')).toBeVisible()
  await desk.press('Escape')

  await desk.press('R')
  await desk.filter('product:imported sort:appliedAt', 2)
  await expect(desk.rows.filter({ hasText: 'Repaid' })).toHaveCount(2)
})
