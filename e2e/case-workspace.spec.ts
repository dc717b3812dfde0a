import { caseWorkspace } from '#contract/case-workspace.ts'
import { type Case, cases, collectionCase } from '#contract/cases.ts'
import { collectors } from '#contract/collectors/calls.ts'
import { customer } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import { followUps } from '#contract/follow-ups.ts'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { reductions } from '#contract/reductions.ts'
import { views } from '#contract/views.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'
import { newUtr } from './support/utr.ts'

const form = ({ page }: ConsolePage) => page.getByRole('region', { name: 'Follow-up' })
const inForm = (desk: ConsolePage, label: string) => form(desk).getByRole('textbox', { name: label })
/** The case in front, once everything about it is there and something can be noted. */
async function caseInFront(desk: ConsolePage): Promise<string> {
  await expect(form(desk).getByRole('button', { name: /^Save, next case/ })).toBeEnabled()
  return new URL(desk.page.url()).searchParams.get('id')!
}
const another = async ({ page }: ConsolePage, id: string) =>
  expect.poll(() => new URL(page.url()).searchParams.get('id')).not.toBe(id)

/** What of the workspace is out of sight, in pixels, beside its timeline. */
const hidden = ({ page }: ConsolePage): Promise<number> =>
  page.getByRole('main').evaluate((main) => {
    const scrolling = [...main.querySelectorAll(':not(ol)')].filter(
      (part) => part.clientHeight > 200 && part.scrollHeight > part.clientHeight,
    )
    return Math.max(0, ...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
  })

/** Counts what is pressed and typed. */
function counted(desk: ConsolePage) {
  let keys = 0
  return {
    press: (pressed: string) => {
      keys += pressed.split(' ').length
      return desk.press(pressed)
    },
    type: (typed: string) => {
      keys += typed.length
      return desk.type(typed)
    },
    keys: () => keys,
  }
}

test('a follow-up with a promise takes twelve keys beside the remark, and the next case opens; it is noted by the mouse alone as well', async ({
  sit,
}) => {
  const desk = await sit('collector', { screen: [1440, 900] })

  await test.step('by keys', async () => {
    const collector = await signedIn('collector')
    await desk.press('g K')
    const id = await caseInFront(desk)
    expect(await hidden(desk)).toBe(0)
    await expectNoAxeViolations(desk.page)
    const first = (await collector.call(caseWorkspace.next, {})).next!
    expect(first.id).toBe(id)
    const hand = counted(desk)
    // whenever this runs, whoever has contacted us is answered
    await hand.press('v v v 1 2')
    await expect(inForm(desk, 'Promise')).toBeFocused()
    await hand.type('+2')
    await expect(form(desk).getByText(/owed then/)).toBeVisible()
    await hand.press('Enter')
    await expect(inForm(desk, 'Remark')).toBeFocused()
    await desk.type(';sal')
    await expect(form(desk).getByRole('status').filter({ hasText: 'Pays when the salary comes' })).toBeVisible()
    await desk.press('Tab')
    await expect(inForm(desk, 'Remark')).toHaveValue('Pays when the salary comes')
    await hand.press('Enter')
    await another(desk, id)
    await caseInFront(desk)
    expect(hand.keys()).toBeLessThanOrEqual(12)
    const file = await collector.call(followUps.ofCase, { id: first.id })
    expect(file.followUps[0]).toMatchObject({
      result: 1,
      willingness: 2,
      way: 'inbound',
      collector: { id: 'S-collector' },
    })
    expect(file.followUps[0]!.remark).toBe('Pays when the salary comes')
    const owed = await collector.call(caseWorkspace.detail, { id: first.id })
    expect(file.promises[0]).toMatchObject({
      state: 'open',
      amount: owed.owed.days[2]!.owed,
      promisedFor: owed.owed.days[2]!.day,
    })
  })

  await test.step('by the mouse', async () => {
    const id = await caseInFront(desk)
    const click = (name: RegExp) => form(desk).getByRole('button', { name }).click()
    await form(desk).getByRole('combobox', { name: 'Way' }).selectOption({ label: 'Customer contacted us' })
    await click(/Customer answered/)
    await click(/Able but refusing/)
    await form(desk)
      .getByRole('combobox', { name: /Snippets/ })
      .selectOption({ index: 3 })
    await click(/^Save, next case/)
    await another(desk, id)
    await caseInFront(desk)
    await desk.page.getByRole('button', { name: /^calls \d+/ }).click()
  })
})

/** A case of the collector's, of the last they would come to, about whose order nobody has asked for anything. */
async function unasked(): Promise<Case> {
  const leader = await signedIn('leader')
  const { rows } = await leader.call(cases.open, { q: 'state:allocated collector:S-collector loanState:50', size: 50 })
  for (const row of rows.toReversed()) {
    const { reduction, extension } = await leader.call(caseWorkspace.detail, { id: row.id })
    if (reduction.offer && extension.offer) return row
  }
  throw new Error('something is asked for about every case of the collector')
}

test('from the case in front less is asked for, and a proof is handed in; what is passed over, paid or given away meanwhile says so, and nothing typed is lost', async ({
  sit,
}) => {
  const desk = await sit('collector')
  const inFront = async (row: Case) => {
    await desk.page.evaluate((to) => history.pushState(null, '', to), recordPath(collectionCase, row.id))
    expect(await caseInFront(desk)).toBe(row.id)
  }

  await test.step('passed over, and paid', async () => {
    const row = await unasked()
    await inFront(row)
    await desk.press('3 m')
    await desk.type('Rang twice')
    await desk.press('Escape n')
    await another(desk, row.id)
    await caseInFront(desk)
    await desk.page.evaluate((to) => history.pushState(null, '', to), recordPath(collectionCase, row.id))
    await expect(inForm(desk, 'Remark')).toHaveValue('Rang twice')
    const [ops, manager] = [await signedIn('ops'), await signedIn('manager')]
    const [order] = (await ops.call(loans.orders, { q: `id:${row.loanId}` })).rows
    const { owed } = await manager.call(caseWorkspace.detail, { id: row.id })
    const { currency } = owed.today
    const slip = { channel: 'offline', bankCode: 'HDFC', upi: 'a@b', utr: newUtr() } as const
    await ops.call(writeOffs.full, {
      ...{ id: order!.id, version: order!.version, amount: owed.today, ...slip },
      repaidOn: businessDate(toInstant(new Date()), currency === 'INR' ? 'IN' : 'MX'),
    })
    const [asked] = (await manager.call(writeOffs.list, { q: `loanId:${row.loanId} state:pending` })).rows
    await manager.call(writeOffs.pass, { id: asked!.id, version: asked!.version })
    await expect(desk.warning(/This case is closed/)).toBeVisible()
    await expect(inForm(desk, 'Remark')).toHaveValue('Rang twice')
    await expect(form(desk).getByRole('button', { name: /^Save, next case/ })).toBeDisabled()
  })

  await test.step('given away', async () => {
    const row = await unasked()
    await inFront(row)
    await desk.press('3 m')
    await desk.type('Rings back on Monday')
    await desk.press('Escape')
    const leader = await signedIn('leader')
    const able = (await leader.call(collectors.list, { q: `stages:${row.stage.id} state:enabled` })).rows
    const { version } = (await leader.call(caseWorkspace.detail, { id: row.id })).case
    const to = able.find(({ account }) => account !== 'collector')!.id
    await leader.call(cases.transfer, { id: row.id, version, to, kind: 'selected' })
    await expect(desk.warning('This case is not yours any more. What you typed is kept.')).toBeVisible()
    await expect(inForm(desk, 'Remark')).toHaveValue('Rings back on Monday')
    await expect(form(desk).getByRole('button', { name: /^Save, next case/ })).toBeDisabled()
    await desk.press('n')
    await another(desk, row.id)
    await caseInFront(desk)
  })

  await test.step('less is asked for by a key; what a part leaves is worked out', async () => {
    const row = await unasked()
    await inFront(row)
    await desk.press('p')
    await desk.type('+1 100')
    await expect(desk.page.getByRole('row', { name: /^100 now .* left of today’s/ })).toBeVisible()
    await desk.press('Escape')
    await desk.press('d')
    await desk.asked('Reduction')
    await desk.type('1')
    await desk.press('Enter')
    await desk.asked('Reason')
    await desk.type('Lost the job')
    await desk.press('Enter')
    await desk.confirm('Request reduction on case')
    await expect(desk.toast('Filed for approval')).toBeVisible()
    const collector = await signedIn('collector')
    const [asked] = (await collector.call(reductions.list, { q: `loanId:${row.loanId} state:pending` })).rows
    expect(asked).toMatchObject({ reason: 'Lost the job', source: 'collector' })
    await desk.page.getByRole('button', { name: 'Submit proof for case' }).click()
    await expect(desk.page).toHaveURL(`/proof/add?id=${row.loanId}`)
  })
})

test('a leader’s view is the order of work of whoever chooses it, until it is gone', async ({ sit }) => {
  const [leader, collector] = [await signedIn('leader'), await signedIn('collector')]
  const query = 'repayable>1 sort:repayable'
  const shared = { listing: cases.open.id, title: 'Zero in on small amounts', audience: 'team' } as const
  const { views: saved } = await leader.call(views.save, { ...shared, query, layout: [] })
  const [usual, chosen] = [
    await collector.call(caseWorkspace.next, {}),
    await collector.call(caseWorkspace.next, { q: query }),
  ]
  expect(chosen.next!.id).not.toBe(usual.next!.id)
  const desk = await sit('collector')
  const order = desk.page.getByRole('combobox', { name: 'Order' })
  await desk.press('g K')
  expect(await caseInFront(desk)).toBe(usual.next!.id)

  await expect(order.getByRole('option', { name: shared.title })).toBeAttached()
  await desk.press('s')
  await expect(order).toBeFocused()
  // one letter: a busy machine takes each of several for the first of another word
  await desk.press('Z Escape')
  await expect(form(desk).getByText(chosen.next!.name!)).toBeVisible()
  await desk.press('n')
  await another(desk, usual.next!.id)
  expect(await caseInFront(desk)).toBe(chosen.next!.id)

  await leader.call(views.remove, { id: saved.find(({ title }) => title === shared.title)!.id })
  await desk.page.goto('/detail2')
  await caseInFront(desk)
  await expect(order).toHaveValue('')
})

test('a collector of an agency of others notes a follow-up by keys, and sees no document of the customer', async ({
  sit,
}) => {
  const desk = await sit('collector12', { path: '/detail2' })
  const collector = await signedIn('collector12')
  const id = await caseInFront(desk)

  await desk.press('v v v 3 m')
  await desk.type('Nobody at home')
  await desk.press('Enter')
  await another(desk, id)
  await caseInFront(desk)

  const { followUps: noted } = await collector.call(followUps.ofCase, { id: id as Case['id'] })
  expect(noted[0]).toMatchObject({ result: 3, remark: 'Nobody at home', collector: { id: 'S-collector12' } })
  const { case: row } = await collector.call(caseWorkspace.detail, { id: id as Case['id'] })
  await desk.page.goto(recordPath(customer, row.customerId))
  await desk.page.getByRole('tab', { name: 'KYC' }).click()
  await expect(desk.page.getByText('No pictures')).toBeVisible()
  for (const paper of [documents.statement, documents.contract])
    expect(await collector.ask(paper, { id: row.loanId })).toMatchObject({ code: 403 })
})

test('why a collector has a case is asked by key and by pointer; of a case that no allocation gave, the case stays in front', async ({
  sit,
}) => {
  const row = await unasked()
  const desk = await sit('manager', { path: recordPath(collectionCase, row.id) })
  const why = desk.page.getByRole('button', { name: 'Why this collector', exact: true })
  await expect(why).toBeVisible()

  await desk.press('Y')
  await expect(desk.page.getByText('No allocation gave this case to its collector')).toBeVisible()
  await expect(why).toBeVisible()
  const asked = desk.page.waitForRequest(/of-case/)
  await why.click()
  await asked

  await expect(desk.page).toHaveURL(recordPath(collectionCase, row.id))
})

test('an agency of others sees its own case with nothing to fill in, and no case of anybody else', async ({ sit }) => {
  const agency = await signedIn('agency')
  const [own] = (await agency.call(cases.open, { q: 'state:allocated', size: 1 })).rows
  const desk = await sit('agency', { path: recordPath(collectionCase, own!.id) })
  await expect(desk.page.getByRole('heading', { name: 'Owed' })).toBeVisible()
  await expect(desk.page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect(form(desk)).toHaveCount(0)

  const theirs = await unasked()
  await desk.page.goto(recordPath(collectionCase, theirs.id))

  await expect(desk.heading('Not found')).toBeVisible()
})
