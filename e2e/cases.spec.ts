import { cases } from '#contract/cases.ts'
import { collectors } from '#contract/collectors/calls.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

const open = ['g k', 'Open cases'] as const

test('the palette ends two marked cases, and says of none that it is paid while it still owes; “t” gives one to another collector, the tab of transfers tells so, and there it is taken back; cases are found by the name of their stage', async ({
  sit,
}) => {
  const desk = await sit('leader')
  const leader = await signedIn('leader')

  await test.step('ended', async () => {
    await desk.go(...open)
    await desk.mark(2)
    await desk.search('end case')
    await expect(desk.hit).toHaveText(/End case/)
    await desk.press('Enter')
    await desk.asked('Reason')
    await desk.type('paid')
    await expect(desk.hit).toHaveText('Paid')
    await desk.press('Enter')
    await expect(desk.counted('Will be done').first()).toHaveText('0')
    await expect(desk.dialog.getByText(/Still owes ₹/).first()).toBeVisible()
    await desk.press('Backspace')
    await desk.asked('Reason')
    await desk.type('cancel')
    await expect(desk.hit).toHaveText('Cancelled')
    await desk.press('Enter')
    await desk.confirm('End case 2')
    await expect(desk.toast('Case ended · 2')).toBeVisible()
    await expect(desk.marked).toHaveCount(0)
  })

  await test.step('given, and taken back', async () => {
    const held = (await leader.call(cases.open, { q: 'state:allocated' })).rows
    const { loanId, collector, stage } = held[held.length - 1]!
    const { rows: able } = await leader.call(collectors.list, { q: `stages:${stage.id}` })
    const other = able.find(({ account }) => account !== 'collector' && `S-${account}` !== collector!.id)!
    await desk.show('openCases', `loanId:${loanId}`, 1)
    await desk.press('t')
    await desk.asked('To collector')
    await desk.type(other.name)
    await expect(desk.hit).toContainText(other.name)
    await desk.press('Enter')
    await desk.asked('Reason')
    await desk.type('On leave')
    await desk.press('Enter')
    await desk.confirm('Transfer case')
    await expect(desk.toast('Case transferred')).toBeVisible()
    await desk.press('g h')
    await desk.page.getByRole('link', { name: 'Case transfers' }).press('Enter')
    await expect(desk.heading('Case transfers')).toBeVisible()
    await desk.filter(`loanId:${loanId} state:fresh`, 1)
    await expect(desk.cell(loanId, other.name)).toBeVisible()
    await desk.search('undo transfer')
    await expect(desk.hit).toContainText('Undo transfer')
    await desk.press('Enter')
    await desk.confirm('Undo transfer')
    await expect(desk.cell(loanId, 'Undone')).toBeVisible()
  })

  await test.step('a stage is suggested by its name', async () => {
    await desk.go(...open)
    await desk.press('/')
    await desk.type('stage:m')
    await expect(desk.page.getByRole('option', { name: /^M1/ })).toBeVisible()
  })
})

test('four cases are shared out in turn, one is recalled, and one that was ended is opened again; the page of a case offers what can be done to it, and its order says in words who did what', async ({
  sit,
}) => {
  const desk = await sit('leader')
  const leader = await signedIn('leader')

  await test.step('shared out', async () => {
    const { rows } = await leader.call(cases.open, { q: 'state:allocated sort:openedAt' })
    // the first collector's are worked by another journey
    const { collector, stage } = rows.find((row) => row.collector!.id !== 'S-collector')!
    const able = (await leader.call(collectors.list, { q: `stages:${stage.id} state:enabled` })).rows
    const [one, other] = able.filter(({ account }) => account !== 'collector' && `S-${account}` !== collector!.id)
    const held = (await leader.call(cases.open, { q: `collector:${collector!.id} stage:${stage.id}` })).rows.slice(0, 4)
    await desk.show('openCases', `id:${held.map(({ id }) => id).join()}`, 4)
    await desk.mark(4)
    await desk.search('share out')
    await expect(desk.hit).toContainText('Share out cases')
    await desk.press('Enter')
    await desk.asked('To collector')
    await desk.type(one!.name)
    await expect(desk.hit).toContainText(one!.name)
    await desk.press('Enter')
    await desk.asked('More collectors')
    await desk.type(other!.account)
    await desk.press('Enter')
    await desk.asked('Reason')
    await desk.press('Enter')
    await expect(desk.dialog).toContainText(`In turn to: ${one!.name} × 2 · ${other!.name} × 2`)
    await desk.confirm(/Share out cases/)
    await expect(desk.toast('Cases shared out · 4')).toBeVisible()
    const [given] = (await leader.call(cases.open, { q: `collector:S-${other!.account} sort:allocatedAt-` })).rows
    await desk.show('openCases', `id:${given!.id}`, 1)
    await desk.search('recall')
    await expect(desk.hit).toContainText('Recall case')
    await desk.press('Enter')
    await desk.asked('Reason')
    await desk.press('Enter')
    await desk.confirm(/Recall case/)
    await expect(desk.toast('Case recalled')).toBeVisible()
    const [last] = (await leader.call(cases.open, { q: `collector:S-${one!.account} sort:allocatedAt-` })).rows
    await leader.call(cases.end, { id: last!.id, version: last!.version, reason: 'cancelled' })
    await desk.show('closedCases', `loanId:${last!.loanId} closeReason:cancelled`, 1)
    await desk.search('reopen')
    await expect(desk.hit).toContainText('Reopen case')
    await desk.press('Enter')
    await desk.confirm(/Reopen case/)
    await expect(desk.toast('Case open again')).toBeVisible()
    await expect.poll(async () => (await leader.call(cases.open, { q: `id:${last!.id}` })).rows.length).toBe(1)
  })

  await test.step('the page of a case', async () => {
    const [first] = (await leader.call(cases.open, { q: 'state:allocated' })).rows
    await desk.page.evaluate((to) => history.pushState(null, '', to), `/detail2?id=${first!.id}`)
    await desk.page.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Transfer case' }).click()
    await desk.asked('To collector')
    await desk.press('Escape')
    // the keys of its rows act on the page of one
    await desk.press('t')
    await desk.asked('To collector')
    await desk.press('Escape')
    await desk.page.getByRole('link', { name: first!.loanId, exact: true }).click()
    await expect(desk.page.getByRole('listitem').filter({ hasText: 'Customer app' }).first()).toBeVisible()
  })

  await test.step('an order that is not there, or not open to them', async () => {
    await desk.page.evaluate((to) => history.pushState(null, '', to), '/detail?id=LN000000000000')
    await expect(desk.heading('Not found')).toBeVisible()
    await expect(desk.page.getByText('not open to you')).toBeVisible()
    await expect(desk.page.getByText('Tell support')).toHaveCount(0)
  })
})
