import { readFileSync } from 'node:fs'
import { accountingDays } from '#contract/accounting-days.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('a manager reads a day that is closed, opens what stands behind a figure, and takes its journal along', async ({
  sit,
}) => {
  const caller = await signedIn('manager')
  const { rows } = await caller.call(accountingDays.list, { q: 'state:closed' })
  const { day } = rows[0]!
  const repayments = await caller.call(accountingDays.entries.count, { q: `day:${day} kind:repayment,reversal` })
  const desk = await sit('manager')
  await desk.show('accountingDays', `day:${day}`, 1)
  await expect(desk.rows.first()).toContainText('Closed')

  const coming = desk.page.waitForEvent('download')
  await desk.press('L')
  const file = await coming
  expect(file.suggestedFilename()).toBe(`Journal ${day}.csv`)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines[0]).toContain('Day,Account,Account name,Debit,Credit,Currency')
  expect(lines.length).toBeGreaterThan(repayments.count * 2)

  await desk.search('repayments of this day')
  await desk.press('Enter')
  await expect(desk.heading('Journal entries')).toBeVisible()
  await expect(desk.page.getByText(`row 1 of ${repayments.count.toLocaleString('en')}`)).toBeVisible()
  await desk.press('Enter')
  await expect(desk.heading('Journal entries')).toBeHidden()
})
