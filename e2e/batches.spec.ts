import { readFileSync } from 'node:fs'
import { batches } from '#contract/batches.ts'
import { loans } from '#contract/loans/calls.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** Every row is rehearsed one by one, which takes a busy machine its time. */
const rehearsed = { timeout: 90_000 }
const failed = ['g w', 'Failed payouts'] as const
/** More failed pay-outs than operations may send again at once. */
const most = 'attempts>=1'

async function matching(): Promise<number> {
  const manager = await signedIn('manager')
  const { count } = await manager.call(loans.failedPayouts.count, { q: most })
  expect(count, 'failed pay-outs in the book').toBeGreaterThan(100)
  return count
}

test('a manager sends everything that matches again, follows the run, and tries the refused rows anew', async ({
  sit,
}) => {
  const count = await matching()
  const desk = await sit('manager')
  await desk.go(...failed)
  await desk.ask(most)
  await expect(desk.status).toContainText(`of ${count}`)
  await desk.press('a a')
  await expect(desk.status).toContainText(`${count} match`)

  await desk.search('redi')
  await expect(desk.dialog.getByText(`${count} rows · ${most}`)).toBeVisible()
  await expect(desk.hit).toHaveText(/Re-disburse/)
  await desk.press('Enter')
  const will = desk.counted('Will be done').first()
  await expect(will).toHaveText(/^\d+$/, rehearsed)
  const eligible = Number(await will.textContent())
  await desk.confirm(`Re-disburse ${eligible}`)

  const finished = desk.dialog.getByRole('progressbar', { name: 'Finished' })
  await expect(finished).toHaveAttribute('aria-valuenow', `${count}`, rehearsed)
  await expect(desk.counted('Done').first()).toHaveText(`${eligible}`)
  await expect(desk.counted('Card not bound').first()).toHaveText(/^\d+$/)

  const download = desk.page.waitForEvent('download')
  await desk.until(desk.dialog.getByRole('button', { name: 'Download the result' }), 'Shift+Tab')
  await desk.press('Enter')
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\n')).toHaveLength(count + 1)
  expect(file.match(/,Done,/g)).toHaveLength(eligible)

  await desk.until(desk.dialog.getByRole('button', { name: 'Run refused rows again' }), 'Tab')
  await desk.press('Enter')
  const bar = desk.dialog.getByRole('progressbar', { name: 'operation failed' })
  await expect(bar).toHaveAttribute('aria-valuenow', `${count - eligible}`)
  await expect(desk.counted('Done').first()).toHaveText('0')
})

test('a run stands in the list of runs with what was done and what was refused', async ({ sit }) => {
  const manager = await signedIn('manager')
  const { rows } = await manager.call(loans.failedPayouts, { q: most })
  const selection = { listing: loans.failedPayouts.id, ids: rows.slice(0, 3).map(({ id }) => id) }
  const { id } = await manager.call(batches.preview, { command: loans.redisburse.id, selection, args: {} })
  const run = await manager.call(batches.run, { id })
  const desk = await sit('manager')

  await desk.go('g b', 'Batch runs')
  await desk.filter(`id:${id}`, 1)

  await expect(desk.cell(id, 'Finished')).toBeVisible()
  await expect(desk.row(id)).toContainText(new RegExp(`3.*${run.success}.*${run.fail}`))
})
