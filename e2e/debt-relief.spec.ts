import { readFileSync } from 'node:fs'
import { couponTemplates } from '#contract/coupons.ts'
import { money } from '#contract/kernel/money.ts'
import { loans } from '#contract/loans/calls.ts'
import { pages } from '#contract/menu.ts'
import { plans } from '#contract/plans.ts'
import { reductions } from '#contract/reductions.ts'
import { signedIn } from './support/api.ts'
import { reduciblePlans, today } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'
import { newUtr } from './support/utr.ts'

/** An overdue order that nobody has asked anything about, and how often it was taken: each journey has its own. */
async function overdue(nth: number) {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(loans.orders, { q: 'state:50 overdueDays<20 -is:reduced sort:dueDate-' })
  const asked = await ops.call(plans.list, { q: 'is:openRequest' })
  const free = rows.filter(
    ({ id, repayable }) => repayable.minor < 900_000 && !asked.rows.some((row) => row.loanId === id),
  )
  return free[nth]!
}
/** Puts one order in front, alone. */
async function orderInFront(desk: ConsolePage, id: string): Promise<void> {
  await desk.show('orders', `id:${id}`, 1)
}

test('a manager passes with “A” what was asked for, after a review with the sum; an operational write-off warns, asks for the id and the password, and is done at once', async ({
  sit,
}) => {
  const desk = await sit('manager')

  await test.step('passed', async () => {
    const [plan] = await reduciblePlans(1)
    const { id, version } = plan!
    const cs = await signedIn('cs')
    await cs.call(reductions.request, { id, version, amount: money('20', 'INR'), reason: 'Journey' })
    await desk.show('reductions', `planId:${id} state:pending`, 1)
    await desk.press('A')
    await desk.asked('Note')
    await desk.press('Enter')
    await expect(desk.counted('Will be done')).toContainText(['1', '₹ 20'])
    await desk.confirm('Pass reduction')
    await expect(desk.toast('Passed; it counts until its last day')).toBeVisible()
    await desk.filter(`planId:${id} state:passed fate:inForce`, 1)
  })

  await test.step('written off', async () => {
    const { id } = await overdue(0)
    await orderInFront(desk, id)
    await desk.search('write off (op')
    await expect(desk.hit).toHaveText(/Write off \(operational\)/)
    await desk.press('Enter')
    await desk.asked('Reason')
    await desk.type('The customer has died')
    await desk.press('Enter')
    for (const argument of ['Received', 'Channel', 'Bank code', 'UTR', 'UPI']) {
      await desk.asked(argument)
      await desk.press('Enter')
    }
    await expect(desk.dialog.getByRole('note')).toContainText(
      'cannot be changed, and puts the customer on the blacklist',
    )
    const accept = await desk.read('Write off (operational)')
    await expect(accept).toBeDisabled()
    await desk.until(desk.dialog.getByLabel(`Type ${id} to go on`), 'Tab')
    await desk.type(id)
    await desk.press('Enter')
    await desk.prove()
    await expect(desk.toast('Written off; the customer is on the blacklist')).toBeVisible()
    await desk.press('g f')
    await desk.ask(`loanId:${id}`)
    await expect(desk.cell(id, 'Operational')).toBeVisible()
  })
})

test('operations file a full write-off, a sheet of them told by line and column, and an extension whose link is sent; a coupon template is added, enabled, and issued', async ({
  sit,
}) => {
  const desk = await sit('ops')
  const { page } = desk

  await test.step('in full: it begins with what is owed, and shows among what waits', async () => {
    const { id, repayable } = await overdue(1)
    await orderInFront(desk, id)
    await desk.search('full write')
    await desk.press('Enter')
    await desk.asked('Received')
    await desk.press('Enter')
    await desk.asked('Channel')
    await desk.type('bank')
    await desk.press('Enter')
    for (const [argument, typed] of [
      ['Bank code', 'HDFC'],
      ['UTR', '987654321098'],
      ['UPI', 'asha@okhdfc'],
      ['Repaid on', 'today'],
      ['Reason', 'Paid at the counter'],
    ] as const) {
      await desk.asked(argument)
      await desk.type(typed)
      await desk.press('Enter')
    }
    await expect(desk.counted('Will be done')).toContainText(['1', String(Math.floor(repayable.minor / 100) % 1000)])
    await desk.confirm('Request full write-off')
    await expect(desk.toast('Filed for approval')).toBeVisible()
    await desk.press('g f')
    await desk.ask(`loanId:${id}`)
    await expect(desk.cell(id, '987654321098')).toBeVisible()
  })

  await test.step('by a sheet', async () => {
    const { id } = await overdue(2)
    await page.evaluate((path) => history.pushState(null, '', path), pages.writeOffs)
    await page.getByRole('button', { name: 'File write-offs from a sheet…' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the blank sheet' }).click()
    const blank = readFileSync(await (await download).path(), 'utf8').trimEnd()
    const columns = blank.split('\n').at(-1)!.trim().split(',')
    const sheet = (cells: Record<string, string>) => {
      const line = columns.map((column) => cells[column] ?? '').join(',')
      return { name: 'filled.csv', mimeType: 'text/csv', buffer: Buffer.from(`${blank}\n${line}\n`) }
    }
    const line = { loanId: id, amount: '100', channel: 'offline', bankCode: 'HDFC', utr: newUtr(), upi: 'a@b' }
    await page
      .getByLabel('Filled sheet')
      .setInputFiles(sheet({ ...line, amount: '1.234', repaidOn: today(), reason: 'x' }))
    await page.getByRole('button', { name: 'File write-offs from a sheet', exact: true }).click()
    await expect(desk.warning('Line 3 · amount · has more decimals than the currency')).toBeVisible()
    await page.getByLabel('Filled sheet').setInputFiles(sheet({ ...line, repaidOn: today(), reason: 'Clean-up' }))
    await page.getByRole('button', { name: 'File write-offs from a sheet', exact: true }).click()
    await expect(desk.toast('Filed for approval')).toBeVisible()
    await expect(desk.heading('Write-offs')).toBeVisible()
    await expect(desk.cell(id, 'Batch')).toBeVisible()
  })

  await test.step('an extension, from the order list and the tab of order changes', async () => {
    const { id } = await overdue(3)
    await orderInFront(desk, id)
    await desk.search('quote ext')
    await desk.press('Enter')
    await expect(desk.toast('Quoted; good until midnight')).toBeVisible()
    await desk.press('g h')
    await desk.page.getByRole('link', { name: 'Extensions' }).click()
    await expect(desk.heading('Extensions')).toBeVisible()
    await expect(desk.rows.first()).toBeVisible()
    await desk.filter(`loanId:${id}`, 1)
    await expect(desk.cell(id, 'Quoted')).toBeVisible()
    await desk.search('send extension')
    await desk.press('Enter')
    await desk.confirm('Send extension link')
    await expect(desk.cell(id, 'Paying')).toBeVisible()
  })

  await test.step('a coupon', async () => {
    await page.evaluate((path) => history.pushState(null, '', path), pages.coupons)
    await expect(desk.heading('Coupons')).toBeVisible()
    await desk.search('add coupon')
    await desk.press('Enter')
    for (const [argument, typed] of [
      ['Name', 'Welcome back'],
      ['Kind', 'Reduction'],
      ['Amount type', 'Fixed'],
      ['Discount type', 'Of interest and'],
      ['Amount', '50'],
      ['Rate', ''],
      ['Ratio', ''],
      ['Applicable from', '1000'],
      ['Valid days', '7'],
    ] as const) {
      await desk.asked(argument)
      await desk.type(typed)
      await desk.press('Enter')
    }
    await expect(desk.toast('Added as a draft')).toBeVisible()
    const ops = await signedIn('ops')
    const [made] = (await ops.call(couponTemplates.list, { q: 'state:draft' })).rows
    await ops.call(couponTemplates.enable, { id: made!.id, version: made!.version })
    await desk.go('g c', 'Customers')
    await desk.press('g g')
    await desk.search('issue coupon')
    await desk.press('Enter')
    await desk.asked('Template')
    await desk.type('Welcome')
    await expect(desk.hit).toHaveText(/Welcome back/)
    await desk.press('Enter')
    await desk.confirm('Issue coupon')
    await expect(desk.toast('Issued')).toBeVisible()
  })
})
