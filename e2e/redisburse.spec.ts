import { loans } from '#contract/loans/calls.ts'
import { signedIn } from './support/api.ts'
import { payable, payables, unpayable } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

const failed = ['g w', 'Failed payouts'] as const
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Has just these loans in front, all of them marked. */
async function markLoans(desk: ConsolePage, ids: readonly string[]): Promise<void> {
  await desk.go(...failed)
  await desk.filter(`id:${ids.join(',')}`, ids.length)
  await desk.mark(ids.length)
}

/** Chooses what is highlighted, and sees its review. */
async function reviewed(desk: ConsolePage, count: string | RegExp): Promise<void> {
  await desk.press('Enter')
  await expect(desk.counted(count).first()).toHaveText('1')
}

test('marked pay-outs are sent again from the palette and turn to 29, then to 30 or 31', async ({ sit }) => {
  const ids = idsOf(await payables(2))
  const desk = await sit('ops')
  await markLoans(desk, ids)
  for (const id of ids) await expect(desk.cell(id, '31 Disbursement failed')).toBeVisible()

  await desk.search('redi')
  await expect(desk.hit).toHaveText(/Re-disburse/)
  await desk.press('Enter')
  await expect(desk.counted('Will be done')).toContainText(['2', '₹'])
  await expect(desk.dialog).toContainText('nothing was changed')
  const seen = await desk.note(ids)
  await desk.confirm('Re-disburse 2')

  await expect(desk.dialog).toBeHidden()
  await seen('Disbursing')
  for (const id of ids) await expect(desk.cell(id, /^30 Awaiting|^31 Disbursement/)).toBeVisible()
  await desk.go('g l', 'Loan list')
  await desk.filter(`id:${ids.join(',')}`, 2)
  for (const id of ids) await expect(desk.cell(id, /^30 Awaiting|^31 Disbursement/)).toBeVisible()
})

test('a review counts what would be refused and why, and so does the result', async ({ sit }) => {
  const sent = idsOf(await payables(2))
  const { id: kept, reason } = await unpayable()
  const desk = await sit('ops')
  await markLoans(desk, [...sent, kept])

  await desk.press('r')
  await expect(desk.counted('Will be done')).toContainText(['2', '₹'])
  await expect(desk.counted(reason)).toContainText(['1', kept])
  const seen = await desk.note(sent)
  await desk.confirm('Re-disburse 2')
  await expect(desk.counted('Done').first()).toHaveText('2')
  await expect(desk.counted(reason)).toContainText(['1', kept])
  await desk.press('Enter')

  await expect(desk.dialog).toBeHidden()
  await seen('Disbursing')
  await expect(desk.cell(kept, '31 Disbursement failed')).toBeVisible()
})

test('“重新放款” leads to re-disburse at once on an English screen', async ({ sit }) => {
  const { id } = await payable()
  const desk = await sit('ops')
  await desk.go(...failed)
  await desk.filter(`id:${id}`, 1)

  await desk.search('重新放款')
  await expect(desk.hit).toHaveText(/Re-disburse/)
  await reviewed(desk, 'Will be done')
})

test('“giải ngân” leads to re-disburse at once on a Vietnamese screen', async ({ sit }) => {
  const { id } = await payable()
  const desk = await sit('ops', { locale: 'vi-VN' })
  await desk.go('g w', 'Giải ngân thất bại')
  await desk.filter(`id:${id}`, 1)

  await desk.search('giải ngân')
  await expect(desk.hit).toHaveText(/Giải ngân lại/)
  await reviewed(desk, 'Sẽ thực hiện')
})

for (const [locale, title, command] of [
  ['en-GB', 'Failed payouts', /Re-disburse/],
  ['zh-CN', '待重新放款', /重新放款.*r$/],
] as const) {
  test(`“cxfk” finds re-disburse on a screen in ${locale}`, async ({ sit }) => {
    const { id } = await payable()
    const desk = await sit('ops', { locale })
    await desk.go('g w', title)
    await desk.filter(`id:${id}`, 1)

    await desk.search('cxfk')
    await expect(desk.dialog.getByRole('option', { name: command })).toBeVisible()
    await desk.reach(command)
    await reviewed(desk, /Will be done|将执行/)
  })
}

test('loans are sent again from the loan list as well, and turn to 29 there, then to 30 or 31', async ({ sit }) => {
  const ids = idsOf(await payables(2))
  const desk = await sit('ops')
  await desk.go('g l', 'Loan list')
  await desk.filter(`id:${ids.join(',')}`, 2)
  for (const id of ids) await expect(desk.cell(id, '31 Disbursement failed')).toBeVisible()
  await desk.mark(2)

  await desk.press('r')
  const seen = await desk.note(ids)
  await desk.confirm('Re-disburse 2')

  await expect(desk.dialog).toBeHidden()
  await expect(desk.toast('Sent again · 2')).toBeVisible()
  await seen('Disbursing')
  for (const id of ids) await expect(desk.cell(id, /^30 Awaiting|^31 Disbursement/)).toBeVisible()
})

test('the key of the row menu opens it on the row under the cursor, and Escape leads back there', async ({ sit }) => {
  const { id } = await payable()
  const desk = await sit('ops')
  await desk.go(...failed)
  await desk.filter(`id:${id}`, 1)
  const menu = desk.page.getByRole('menu')
  const item = menu.getByRole('menuitem', { name: /^Re-disburse/ })

  await desk.press('Shift+F10')
  await expect(item).toBeVisible()
  await desk.press('Escape')
  await expect(menu).toBeHidden()
  await desk.press('x')
  await expect(desk.marked).toHaveCount(1)

  await desk.press('ContextMenu')
  await expect(item).toBeVisible()
  await desk.until(item, 'ArrowDown')
  await desk.press('Enter')
  await desk.confirm('Re-disburse')
  await expect(desk.toast('Sent again')).toBeVisible()
})

test('the bulk bar sends what is marked again, by the button that Tab leads to', async ({ sit }) => {
  const ids = idsOf(await payables(2))
  const desk = await sit('ops')
  await markLoans(desk, ids)
  const button = desk.page.getByRole('toolbar', { name: '2 rows' }).getByRole('button', { name: 'Re-disburse' })

  await desk.until(button, 'Shift+Tab')
  await desk.press('Enter')
  await desk.confirm('Re-disburse 2')

  await expect(desk.toast('Sent again · 2')).toBeVisible()
  await expect(desk.marked).toHaveCount(0)
})

test('“r” sends the row under the cursor again when nothing is marked', async ({ sit }) => {
  const { id } = await payable()
  const desk = await sit('ops')
  await desk.go(...failed)
  await desk.filter(`id:${id}`, 1)

  await desk.press('r')
  await expect(desk.dialog.getByText(id, { exact: true }).first()).toBeVisible()
  const seen = await desk.note([id])
  await desk.confirm('Re-disburse')

  await expect(desk.toast('Sent again')).toBeVisible()
  await seen('Disbursing')
})

test('nothing is sent again by Enter alone, and Escape leaves the review', async ({ sit }) => {
  const { id } = await payable()
  const desk = await sit('ops')
  await desk.go(...failed)
  await desk.filter(`id:${id}`, 1)

  await desk.press('r')
  await desk.read('Re-disburse')
  await desk.press('Enter')
  await expect(desk.dialog).toBeHidden()
  await desk.press('r')
  await desk.read('Re-disburse')
  await desk.press('Escape')
  await expect(desk.dialog).toBeHidden()
  await expect(desk.cell(id, id)).toBeFocused()

  await desk.press('R')
  await expect(desk.cell(id, id)).toBeVisible()
})

test('who may look at failed pay-outs but not send them again finds no way to do it', async ({ sit }) => {
  const loan = await payable()
  const desk = await sit('cs')
  await desk.go(...failed)
  await desk.filter(`id:${loan.id}`, 1)

  await desk.press('r')
  await desk.search('redi')
  await expect(desk.dialog.getByRole('option', { name: /Re-disburse/ })).toHaveCount(0)
  await desk.press('Escape Escape')
  await desk.press('ContextMenu')
  await expect(desk.page.getByRole('menuitem', { name: 'Open loan' })).toBeVisible()
  await expect(desk.page.getByRole('menuitem', { name: /Re-disburse/ })).toHaveCount(0)
  await desk.press('Escape x')
  await expect(desk.marked).toHaveCount(1)
  await expect(desk.page.getByRole('button', { name: 'Re-disburse' })).toHaveCount(0)

  const cs = await signedIn('cs')
  expect(await cs.ask(loans.redisburse, loan)).toMatchObject({ code: 403 })
})

test('a collector has neither the page of failed pay-outs nor the command', async ({ sit }) => {
  const loan = await payable()
  const desk = await sit('collector', { path: '/order_management/wait_relent' })

  await expect(desk.page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible()
  await desk.search('redi')
  await expect(desk.dialog.getByRole('option', { name: /Re-disburse/ })).toHaveCount(0)

  const collector = await signedIn('collector')
  expect(await collector.ask(loans.redisburse, loan)).toMatchObject({ code: 403 })
})
