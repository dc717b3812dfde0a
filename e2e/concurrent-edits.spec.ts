import { loans } from '#contract/loans/calls.ts'
import { signedIn } from './support/api.ts'
import { payable, payables } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('loans that somebody else sends again change on every screen that shows them', async ({ sit }) => {
  const ids = (await payables(2)).map(({ id }) => id)
  const watching = await sit('manager')
  await watching.show('applications', `id:${ids.join(',')}`, 2)
  const acting = await sit('ops')
  await acting.show('failedPayouts', `id:${ids.join(',')}`, 2)

  await acting.mark(2)
  await acting.press('r')
  const seen = await watching.note(ids)
  await acting.confirm('Re-disburse 2')

  await seen('Disbursing')
  for (const id of ids) await expect(watching.cell(id, /^30 |^31 /)).toBeVisible()
})

test('pressing Enter twice on the button of a review runs it once', async ({ sit }) => {
  const loan = await payable()
  const desk = await sit('ops')
  await desk.show('failedPayouts', `id:${loan.id}`, 1)

  await desk.press('r')
  await desk.confirm('Re-disburse', 2)
  await expect(desk.toast('Sent again')).toBeVisible()

  const { payouts } = await (await signedIn('ops')).call(loans.detail, { id: loan.id })
  expect(payouts).toHaveLength(loan.attempts + 1)
})
