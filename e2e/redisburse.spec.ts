import { loans } from '#contract/loans/calls.ts'
import { pages } from '#contract/menu.ts'
import { signedIn } from './support/api.ts'
import { payable, payables, unpayable } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

const failed = ['g w', 'Failed payouts'] as const
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Has just these loans in front, all of them marked. */
async function markLoans(desk: ConsolePage, ids: readonly string[], list: readonly [string, string] = failed) {
  await desk.go(...list)
  await desk.filter(`id:${ids.join(',')}`, ids.length)
  await desk.mark(ids.length)
}

test('marked pay-outs are sent again from the palette: the review counts what would be refused and why, and so does the result; they turn to 29, then to 30 or 31', async ({
  sit,
}) => {
  const sent = idsOf(await payables(2))
  const { id: kept, reason } = await unpayable()
  const desk = await sit('ops')
  await markLoans(desk, [...sent, kept])
  for (const id of sent) await expect(desk.cell(id, '31 Disbursement failed')).toBeVisible()

  await desk.search('redi')
  await expect(desk.hit).toHaveText(/Re-disburse/)
  await desk.press('Enter')
  await expect(desk.counted('Will be done')).toContainText(['2', '₹'])
  await expect(desk.dialog).toContainText('nothing was changed')
  await expect(desk.counted(reason)).toContainText(['1', kept])
  const seen = await desk.note(sent)
  await desk.confirm('Re-disburse 2')
  await expect(desk.counted('Done').first()).toHaveText('2')
  await expect(desk.counted(reason)).toContainText(['1', kept])
  await desk.press('Enter')

  await expect(desk.dialog).toBeHidden()
  await seen('Disbursing')
  for (const id of sent) await expect(desk.cell(id, /^30 Awaiting|^31 Disbursement/)).toBeVisible()
  await expect(desk.cell(kept, '31 Disbursement failed')).toBeVisible()
})

test('“重新放款” leads to re-disburse at once on an English screen, and “cxfk” finds it there and on a Chinese one', async ({
  sit,
}) => {
  const desk = await sit('ops', { path: pages.failedPayouts })
  await expect(desk.rows.first()).toBeVisible()
  const offered = desk.dialog.getByRole('option')

  await desk.search('重新放款')
  await expect(desk.hit).toHaveText(/Re-disburse/)
  await desk.press('mod+a')
  await desk.type('cxfk')
  await expect(offered.filter({ hasText: /Re-disburse/ })).toBeVisible()

  const chinese = await sit('ops', { path: pages.failedPayouts, locale: 'zh-CN' })
  await expect(chinese.rows.first()).toBeVisible()
  await chinese.search('cxfk')
  await chinese.reach(/重新放款.*r$/)
  await chinese.press('Enter')
  await expect(chinese.counted(/将执行/).first()).toHaveText(/^[01]$/)
})

test('the bulk bar of the loan list sends what is marked, by the button that Tab leads to; nothing is sent by Enter alone, Escape leaves review and menu for the row, and the menu of the row sends it', async ({
  sit,
}) => {
  const desk = await sit('ops')

  await test.step('the bar; sent, they turn to 29, then to 30 or 31', async () => {
    const ids = idsOf(await payables(2))
    await markLoans(desk, ids, ['g l', 'Loan list'])
    for (const id of ids) await expect(desk.cell(id, '31 Disbursement failed')).toBeVisible()
    const button = desk.page.getByRole('toolbar', { name: '2 rows' }).getByRole('button', { name: 'Re-disburse' })
    await desk.until(button, 'Shift+Tab')
    const seen = await desk.note(ids)
    await desk.press('Enter')
    await desk.confirm('Re-disburse 2')
    await expect(desk.toast('Sent again · 2')).toBeVisible()
    await expect(desk.marked).toHaveCount(0)
    await seen('Disbursing')
    for (const id of ids) await expect(desk.cell(id, /^30 Awaiting|^31 Disbursement/)).toBeVisible()
  })

  await test.step('review and menu', async () => {
    const { id } = await payable()
    await desk.show('failedPayouts', `id:${id}`, 1)
    const menu = desk.page.getByRole('menu')
    const item = menu.getByRole('menuitem', { name: /^Re-disburse/ })
    await desk.press('r')
    await expect(desk.dialog.getByText(id, { exact: true }).first()).toBeVisible()
    await desk.read('Re-disburse')
    await desk.press('Enter')
    await expect(desk.dialog).toBeHidden()
    await desk.press('r')
    await desk.read('Re-disburse')
    await desk.press('Escape')
    await expect(desk.dialog).toBeHidden()
    await expect(desk.cell(id, id)).toBeFocused()
    await desk.press('R')
    await expect(desk.cell(id, '31 Disbursement failed')).toBeVisible()
    await desk.press('Shift+F10')
    await expect(item).toBeVisible()
    await desk.press('Escape')
    await expect(menu).toBeHidden()
    await desk.press('x')
    await expect(desk.marked).toHaveCount(1)
    // a browser that took the focus from the cell: the menu key is still meant for the cursor
    await desk.cell(id, id).blur()
    await desk.press('ContextMenu')
    await expect(item).toBeVisible()
    await desk.until(item, 'ArrowDown')
    await desk.press('Enter')
    const seen = await desk.note([id])
    await desk.confirm('Re-disburse')
    await expect(desk.toast('Sent again')).toBeVisible()
    await seen('Disbursing')
  })
})

test('who may look at failed pay-outs but not send them again finds no way to do it', async ({ sit }) => {
  const [loan] = (await (await signedIn('cs')).call(loans.failedPayouts, { size: 1 })).rows
  const desk = await sit('cs')
  await desk.show('failedPayouts', `id:${loan!.id}`, 1)

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
})
