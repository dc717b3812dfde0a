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
