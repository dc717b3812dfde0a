import { readFileSync } from 'node:fs'
import { loans } from '#contract/loans/calls.ts'
import { plans } from '#contract/plans.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** Some order that is past due, whose customer was verified by phone before it was paid out. */
async function overdue() {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(loans.applications, { q: 'state:50 callState:connected sort:dueDate-', size: 1 })
  return rows[0]!
}

test('the statement of an order is a file, taken from the palette; one key leads to all that is known of it, and from an instalment to what it was charged day by day', async ({
  sit,
}) => {
  const desk = await sit('cs')

  await test.step('the statement, and the order', async () => {
    const { id, verificationId } = await overdue()
    await desk.show('orders', `id:${id}`, 1)
    await desk.search('statement as')
    await expect(desk.hit).toHaveText(/Statement as PDF/)
    const coming = desk.page.waitForEvent('download')
    await desk.press('Enter')
    const file = await coming
    expect(file.suggestedFilename()).toBe(`Statement of account ${id}.pdf`)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await desk.press('Enter')
    await expect(desk.heading(id)).toBeVisible()
    const verified = desk.page.getByRole('region', { name: 'Tele-verification' })
    await expect(verified).toContainText('Connected')
    await expect(verified).toContainText(verificationId!)
  })

  await test.step('penalty by day', async () => {
    const ops = await signedIn('ops')
    const { rows } = await ops.call(plans.list, { q: 'state:overdue sort:dueDate-', size: 1 })
    await desk.show('plans', `id:${rows[0]!.id}`, 1)
    const days = desk.page.getByRole('figure', { name: /Penalty by day/ })
    await desk.press('p')
    await expect(desk.page.locator('aside').locator(days).getByRole('row')).not.toHaveCount(0)
    await desk.search('penalty by day')
    await expect(desk.hit).toHaveText(/Show penalty by day/)
    await desk.press('Enter')
    await expect(desk.page.locator('aside')).toHaveCount(0)
    await expect(days.getByRole('row')).not.toHaveCount(0)
    await expect(days.getByRole('columnheader', { name: 'Sum so far' })).toBeVisible()
  })
})
