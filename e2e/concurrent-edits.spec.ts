import { loans } from '#contract/loans/calls.ts'
import { signedIn } from './support/api.ts'
import { payables } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('loans that somebody sends again by Enter pressed twice are sent once, change on every screen that shows them, and stand in the operation log, where what was refused is kept as well', async ({
  sit,
}) => {
  const sent = await payables(2)
  const ids = sent.map(({ id }) => id)
  const watching = await sit('manager')
  const { page } = watching
  await watching.show('applications', `id:${ids.join(',')}`, 2)
  const acting = await sit('ops')
  await acting.show('failedPayouts', `id:${ids.join(',')}`, 2)

  await acting.mark(2)
  await acting.press('r')
  const seen = await watching.note(ids)
  await acting.confirm('Re-disburse 2', 2)

  await seen('Disbursing')
  for (const { id, attempts } of sent) {
    await expect(watching.cell(id, /^30 |^31 /)).toBeVisible()
    const { payouts } = await (await signedIn('ops')).call(loans.detail, { id })
    expect(payouts).toHaveLength(attempts + 1)
  }

  await watching.go('g a', 'Operation log')
  await watching.ask(`objectId:${ids[0]} actor:Operations outcome:done`)
  const row = page.getByRole('row', { name: new RegExp(`Operations.*${ids[0]}`) })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(/Re-disburse|loans\.redisburse/)
  await expect(row).toContainText(/31.*→ 29/)
  await expect(row).toContainText('Done')
  await expect(row).toContainText('Money')
  await watching.press('v 4')
  await expect(page.getByRole('gridcell', { name: 'Refused', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Done', exact: true })).toHaveCount(0)
})
