import { readFileSync } from 'node:fs'
import { approvals } from '#contract/approvals.ts'
import { signedIn } from './support/api.ts'
import { manyPayouts } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Every row is rehearsed, and done, one by one, which takes a busy machine its time. */
const rehearsed = { timeout: 90_000 }
test.setTimeout(240_000)
const failed = ['g w', 'Failed payouts'] as const

/** Has everything that matches in front, all of it marked. Answers how much: pay-outs go on failing meanwhile. */
async function markAll(desk: ConsolePage, most: string): Promise<number> {
  await desk.go(...failed)
  await desk.ask(most)
  await expect(desk.page).toHaveURL(/failedAt/)
  await expect(desk.page.locator('[aria-busy=true]')).toHaveCount(0)
  // a browser that is busy may hear the second key as another one
  await expect(async () => {
    await desk.press('a a')
    await expect(desk.status).toContainText(/\d match/, { timeout: 2_000 })
  }).toPass()
  return Number(/(\d+) match/.exec((await desk.status.textContent()) ?? '')?.[1])
}

test('operations ask for what they may not start alone; a manager rejects it with a note, and sends it again in one run', async ({
  sit,
}) => {
  const client = await signedIn('ops')
  const most = manyPayouts()
  const ops = await sit('ops')
  const manager = await sit('manager')
  await test.step('more than a hundred rows are asked for instead of sent', async () => {
    expect(await markAll(ops, most)).toBeGreaterThan(100)
    await ops.press('r')
    await expect(ops.warning(/\d+ rows at once; you may do at most 100/)).toBeVisible(rehearsed)
    await expect(ops.dialog.getByRole('button', { name: /Re-disburse/ })).toHaveCount(0)
    const button = await ops.read(/Ask for approval \d+/)
    await expect(ops.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await ops.press('Tab')
    await ops.type('the bank is back')
    await ops.press('Tab')
    await expect(button).toBeFocused()
    await ops.press('Enter')
    await expect(ops.toast(/AP\d+ waits for approval/)).toBeVisible(rehearsed)
    await expect(ops.dialog).toBeHidden()
  })

  const [filed] = (await client.call(approvals.list, { q: 'state:pending is:decidedHere maker:@me' })).rows
  const { id } = filed!

  await test.step('the manager sees the same, and rejects it with a note', async () => {
    await manager.show('approvals', `id:${id}`, 1)
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

  const [eligible, count] =
    await test.step('the manager sends everything that matches, and follows the run', async () => {
      const marked = await markAll(manager, most)
      await manager.search('redi')
      await expect(manager.dialog.getByText(`${marked} rows · ${most}`)).toBeVisible()
      await expect(manager.hit).toHaveText(/Re-disburse/)
      await manager.press('Enter')
      const will = manager.counted('Will be done').first()
      await expect(will).toHaveText(/^\d+$/, rehearsed)
      const wanted = Number(await will.textContent())
      await manager.confirm(`Re-disburse ${wanted}`)
      // so much money asks who it is
      await manager.prove()

      const finished = manager.dialog.getByRole('progressbar', { name: 'Finished' })
      const rows = await finished.getAttribute('aria-valuemax')
      await expect(finished).toHaveAttribute('aria-valuenow', rows!, rehearsed)
      await expect(manager.counted('Done').first()).toHaveText(`${wanted}`)
      await expect(manager.counted('Card not bound').first()).toHaveText(/^\d+$/)
      return [wanted, Number(rows)] as const
    })

  await test.step('the result is a file, and the refused rows are tried anew', async () => {
    const download = manager.page.waitForEvent('download')
    await manager.until(manager.dialog.getByRole('button', { name: 'Download the result' }), 'Shift+Tab')
    await manager.press('Enter')
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file.trim().split('\n')).toHaveLength(count + 1)
    expect(file.match(/,Done,/g)).toHaveLength(eligible)

    await manager.until(manager.dialog.getByRole('button', { name: 'Run refused rows again' }), 'Tab')
    await manager.press('Enter')
    const bar = manager.dialog.getByRole('progressbar', { name: 'operation failed' })
    // the channel answers for one or the other meanwhile: it is no failed pay-out any more
    const again = Number(await bar.getAttribute('aria-valuemax'))
    expect(again).toBeGreaterThan(0)
    expect(again).toBeLessThanOrEqual(count - eligible)
    await expect(bar).toHaveAttribute('aria-valuenow', `${again}`, rehearsed)
    await expect(manager.counted('Done').first()).toHaveText('0')
    await manager.press('Escape')
    await expect(manager.dialog).toBeHidden()
  })

  await test.step('the run stands in the list of runs with what was done and what was refused', async () => {
    await manager.go('g b', 'Batch runs')
    const run = manager.rows.filter({ hasText: new RegExp(`${count}.*${eligible}.*${count - eligible}`) })
    await expect(run).toHaveCount(1)
    await expect(run.getByRole('gridcell', { name: 'Finished', exact: true })).toBeVisible()
  })
})
