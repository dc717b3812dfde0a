import { approvals } from '#contract/approvals.ts'
import { loans } from '#contract/loans/calls.ts'
import { type Client, signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Every row is rehearsed one by one, which takes a busy machine its time. */
const rehearsed = { timeout: 60_000 }
test.setTimeout(180_000)
/** More failed pay-outs than operations may send again alone. */
const most = 'attempts>=1'

/** Nobody waits for anything. */
async function clear(ops: Client): Promise<void> {
  const { rows } = await ops.call(approvals.list, { q: 'state:pending' })
  for (const { id, version } of rows) await ops.call(approvals.withdraw, { id, version })
}

/** Operations may not send more than 100 pay-outs again at once, are told so, and ask. Answers the id of the request. */
async function ask(desk: ConsolePage, why: string): Promise<string> {
  const ops = await signedIn('ops')
  await clear(ops)
  const { count } = await ops.call(loans.failedPayouts.count, { q: most })
  await desk.go('g w', 'Failed payouts')
  await desk.ask(most)
  await expect(desk.status).toContainText(`of ${count}`)
  await desk.press('a a')
  await expect(desk.status).toContainText(`${count} match`)
  await desk.press('r')
  await expect(desk.warning(`${count} rows at once; you may do at most 100`)).toBeVisible(rehearsed)
  await expect(desk.dialog.getByRole('button', { name: /Re-disburse/ })).toHaveCount(0)
  const button = await desk.read(/Ask for approval \d+/)
  await expect(desk.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await desk.press('Tab')
  await desk.type(why)
  await desk.press('Tab')
  await expect(button).toBeFocused()
  await desk.press('Enter')
  await expect(desk.toast(/AP\d+ waits for approval/)).toBeVisible(rehearsed)
  await expect(desk.dialog).toBeHidden()
  const { rows } = await ops.call(approvals.list, { q: 'state:pending' })
  return rows[0]!.id
}

test('operations ask for what they may not start alone; a manager sees the same, and rejects it with a note', async ({
  sit,
}) => {
  const ops = await sit('ops')
  const id = await ask(ops, 'the bank is back')

  const manager = await sit('manager')
  await manager.go('g i', 'Approvals')
  await expect(manager.row(id)).toContainText('the bank is back')
  await manager.press('g g A')
  await manager.asked('Note')
  await manager.press('Enter')
  await expect(manager.dialog).toContainText('What would run: Re-disburse', rehearsed)
  await expect(manager.counted('Will be done')).toContainText([/^\d+$/, '₹'])
  await manager.read(/Approve and run/)
  await manager.press('Escape Escape Escape')
  await expect(manager.dialog).toBeHidden()

  await manager.press('X')
  await manager.asked('Note')
  await manager.type('In two parts, please')
  await manager.press('Enter')
  await manager.confirm('Reject request')

  await expect(manager.toast('Rejected')).toBeVisible()
  await ops.go('g i', 'Approvals')
  await expect(ops.row(id)).toContainText('In two parts, please')
  await expect(ops.cell(id, 'Rejected')).toBeVisible()
})

test('one’s own request can be taken back, and not decided on', async ({ sit }) => {
  const desk = await sit('ops')
  const id = await ask(desk, 'too early')

  await desk.go('g i', 'Approvals')
  await desk.filter(`id:${id}`, 1)
  await desk.press('A')
  await expect(desk.dialog).toBeHidden()
  await desk.search('withdraw')
  await expect(desk.hit).toHaveText(/Withdraw request/)
  await desk.press('Enter')
  await desk.confirm('Withdraw request')

  await expect(desk.toast('Withdrawn')).toBeVisible()
  await expect(desk.cell(id, 'Withdrawn')).toBeVisible()
})
