import { reduciblePlans } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** A plan nobody has asked a reduction for, in front and alone. */
async function planInFront(desk: ConsolePage): Promise<string> {
  const [plan] = await reduciblePlans(1)
  await desk.show('plans', `id:${plan!.id}`, 1)
  return plan!.loanId
}

/** Sees a request stand in the list of reductions, waiting for a decision. */
async function seesPending(desk: ConsolePage, loanId: string, amount: string, reason: string): Promise<void> {
  await desk.show('reductions', `loanId:${loanId} state:pending`, 1)
  await expect(desk.cell(loanId, 'Pending')).toBeVisible()
  await expect(desk.cell(loanId, amount)).toBeVisible()
  await expect(desk.cell(loanId, reason)).toBeVisible()
}

test('“d” asks for amount and reason, refuses what is none and more than can be waived, and files a reduction that waits for a decision', async ({
  sit,
}) => {
  const desk = await sit('cs')
  const loanId = await planInFront(desk)
  const approver = await sit('executive', { path: `/approvals?q=${encodeURIComponent(`objectId:${loanId}`)}` })
  await expect(approver.page.getByText('Nothing matches this filter')).toBeVisible()

  await desk.press('d')
  await desk.asked('Reduction')
  await expect(desk.dialog.getByText(/up to ₹/)).toBeVisible()
  await desk.type('some')
  await desk.press('Enter')
  await expect(desk.warning('Not an amount')).toBeVisible()
  await desk.press('mod+a')
  await desk.type('900k')
  await desk.press('Enter')
  await expect(desk.warning(/At most ₹/)).toBeVisible()
  await desk.press('mod+a')
  await desk.type('50')
  await desk.press('Enter')
  await desk.asked('Reason')
  await desk.type('Lost the job')
  await desk.press('Enter')
  await expect(desk.counted('Will be done')).toContainText(['1', '₹ 50'])
  await desk.confirm('Request reduction')

  await expect(desk.toast('Filed for approval')).toBeVisible()
  await seesPending(desk, loanId, '50', 'Lost the job')
  // it waits on another page, and stands in the inbox of whoever decides
  await approver.page.getByRole('button', { name: '1 new' }).click()
  await expect(approver.cell(loanId, 'Lost the job')).toBeVisible()
})
