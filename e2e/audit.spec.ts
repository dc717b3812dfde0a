import { holidays } from '#contract/holidays.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { signedIn } from './support/api.ts'
import { payable } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('the operation log says who did what to which row, before and after, and keeps what was refused as well', async ({
  sit,
}) => {
  const { id } = await payable()
  const ops = await sit('ops')
  await ops.go('g w', 'Failed payouts')
  await ops.filter(`id:${id}`, 1)
  await ops.press('r')
  await ops.confirm('Re-disburse')
  await expect(ops.toast('Sent again')).toBeVisible()

  const manager = await sit('manager')
  await manager.go('g a', 'Operation log')
  await manager.ask(`objectId:${id} actor:Operations outcome:done`)

  const row = manager.page.getByRole('row', { name: new RegExp(`Operations.*${id}`) })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(/Re-disburse|loans\.redisburse/)
  await expect(row).toContainText(/31.*→ 29/)
  await expect(row).toContainText('Done')
  await expect(row).toContainText('Money')

  await manager.press('v 4')

  await expect(manager.page.getByRole('gridcell', { name: 'Refused', exact: true }).first()).toBeVisible()
  await expect(manager.page.getByRole('gridcell', { name: 'Done', exact: true })).toHaveCount(0)
})

test('page and command of the operation log are chosen from those that occur, by what they are called', async ({
  sit,
}) => {
  const admin = await signedIn('admin')
  await admin.call(holidays.add, { date: '2041-05-06' as LocalDate, name: 'Eve of the log', quiet: false })
  const desk = await sit('admin')
  await desk.go('g a', 'Operation log')

  await desk.press('/')
  await desk.type('page:holid')
  await expect(desk.page.getByRole('option', { name: /^holidays/ })).toContainText('Holidays')
  await desk.press('Escape Escape')
  await desk.page.getByRole('button', { name: 'Filter by a form' }).click()
  await desk.page.getByLabel('Page', { exact: true }).selectOption({ label: 'Holidays' })

  await expect(desk.row('Eve of the log').first()).toBeVisible()
  await expect(desk.page).toHaveURL(/page%3Dholidays/)
})
