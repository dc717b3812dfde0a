import { cases } from '#contract/cases.ts'
import { money } from '#contract/kernel/money.ts'
import { reductions } from '#contract/reductions.ts'
import { staff } from '#contract/staff.ts'
import { signedIn } from './support/api.ts'
import { reduciblePlans } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Presses a command of the bar over the marked rows, or behind its 'More'. */
async function pressBulk({ page }: ConsolePage, rows: string, name: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: rows })
  await expect(bar).toBeVisible()
  const button = bar.getByRole('button', { name, exact: true })
  if (await button.isVisible()) return button.click()
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
}

const openByMenu = ({ page }: ConsolePage, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }).first().click()

/** Marks the row of a record by a click on its box. */
const markByMouse = (desk: ConsolePage, id: string) => desk.row(id).getByRole('gridcell').first().click()

test('customer service asks for a reduction, looks at the order and opens a ticket by mouse', async ({ sit }) => {
  const [plan] = await reduciblePlans(1)
  const desk = await sit('cs')
  const { page, dialog } = desk
  await openByMenu(desk, 'Repayment plans')
  await expect(desk.rows.first()).toBeVisible()
  await desk.show('plans', `id:${plan!.id}`, 1)

  await markByMouse(desk, plan!.loanId)
  await pressBulk(desk, '1 row', 'Request reduction')
  await desk.asked('Reduction')
  await desk.type('20')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('option').first().click()
  await (await desk.read(/^Request reduction/)).click()
  await expect(desk.toast('Filed for approval')).toBeVisible()

  await desk.row(plan!.loanId).locator('[col-id=loanId]').click()
  await expect(page).toHaveURL(/detail\?id=/)
  await openByMenu(desk, 'Order list')
  await expect(desk.rows.first()).toBeVisible()
  await desk.rows.first().getByRole('gridcell').first().click()
  await pressBulk(desk, '1 row', 'Open ticket for loan')
  await dialog.getByRole('option').first().click()
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).click()
  await desk.type('Call back')
  await dialog.getByRole('textbox', { name: 'Content', exact: true }).click()
  await desk.type('Asks for a later day')
  await dialog.getByRole('button', { name: 'Open ticket for loan', exact: true }).click()
  await expect(desk.toast('Ticket opened')).toBeVisible()
})

test('a team leader gives a case to another, ends one and looks at the allocation by mouse', async ({ sit }) => {
  const desk = await sit('leader')
  const { page, dialog } = desk
  await openByMenu(desk, 'Open cases')
  await expect(desk.rows.first()).toBeVisible()

  // the list stands where it stood when it was opened, the first row is not the first of now
  const id = await desk.rows.first().getAttribute('row-id')
  const leader = await signedIn('leader')
  const [held] = (await leader.call(cases.open, { q: `id:${id}`, size: 1 })).rows
  const others = `stage=${held!.stage.id} has:collector -collector=${held!.collector?.id ?? 'nobody'}`
  const [other] = (await leader.call(cases.open, { q: others, size: 1 })).rows
  await desk.rows.first().getByRole('gridcell').first().click()
  await pressBulk(desk, '1 row', 'Transfer case')
  await desk.asked('To collector')
  await dialog.getByRole('option').filter({ hasText: other!.collector!.name }).first().click()
  await desk.asked('Reason')
  await dialog.getByRole('option').first().click()
  await (await desk.read(/^Transfer case/)).click()
  await expect(desk.toast('Case transferred')).toBeVisible()

  await desk.rows.first().getByRole('gridcell').first().click()
  await pressBulk(desk, '1 row', 'End case')
  await dialog.getByRole('option', { name: /^Cancelled/ }).click()
  await (await desk.read(/^End case/)).click()
  await expect(desk.toast('Case ended')).toBeVisible()

  await page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
})

test('a manager passes one request, rejects another and takes the list along by mouse', async ({ sit }) => {
  const [first, second] = await reduciblePlans(2)
  const cs = await signedIn('cs')
  for (const { id, version } of [first!, second!]) {
    await cs.call(reductions.request, { id, version, amount: money('20', 'INR'), reason: 'Journey' })
  }
  const desk = await sit('manager')
  const { page, dialog } = desk
  await desk.show('reductions', `planId:${first!.id},${second!.id} state:pending`, 2)

  await markByMouse(desk, first!.loanId)
  await pressBulk(desk, '1 row', 'Pass reduction')
  await desk.asked('Note')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await (await desk.read(/^Pass reduction/)).click()
  await expect(desk.toast('Passed; it counts until its last day')).toBeVisible()

  await markByMouse(desk, second!.loanId)
  await pressBulk(desk, '1 row', 'Reject reduction')
  await desk.asked('Note')
  await desk.type('Not now')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await (await desk.read(/^Reject reduction/)).click()
  await expect(desk.toast('Rejected')).toBeVisible()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const fetched = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await fetched).suggestedFilename()).toMatch(/^[A-Z][a-z ]+ \d{4}-\d\d-\d\d\.csv$/)
})

test('an administrator disables an account and enables it again by mouse', async ({ sit }) => {
  const admin = await signedIn('admin')
  const { account } = (await admin.call(staff.list, { q: 'account:caller state:enabled sort:account' })).rows.at(-1)!
  const desk = await sit('admin')
  const { page } = desk
  await openByMenu(desk, 'Staff')
  await expect(desk.rows.first()).toBeVisible()
  await page.getByRole('search').getByRole('combobox').click()
  await desk.press('mod+a')
  await desk.type(`account=${account}`)
  await desk.press('Enter')
  await expect(desk.row(account)).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)

  await markByMouse(desk, account)
  await pressBulk(desk, '1 row', 'Disable account')
  await (await desk.read(/^Disable account/)).click()
  await expect(desk.toast('Account disabled')).toBeVisible()
  await expect(desk.cell(account, 'Disabled')).toBeVisible()

  await markByMouse(desk, account)
  await pressBulk(desk, '1 row', 'Enable account')
  await expect(desk.toast('Account enabled')).toBeVisible()
  await expect(desk.cell(account, 'Enabled')).toBeVisible()
})

test('an inspector takes the next inspection and finds it right by mouse', async ({ sit }) => {
  const desk = await sit('inspector', { screen: [1440, 900] })
  const { page, dialog } = desk
  await openByMenu(desk, 'Quality inspection')
  await expect(desk.rows.first()).toBeVisible()
  await page
    .getByRole('button', { name: /next inspection/i })
    .first()
    .click()
  const pass = page.getByRole('button', { name: /Pass inspection/ })
  await expect(pass).toBeVisible()
  const id = await page.getByRole('heading', { level: 1 }).innerText()

  await pass.click()
  await dialog.getByRole('option').first().click()
  await dialog.getByRole('button', { name: /Pass inspection/ }).click()

  await expect(page.getByRole('heading', { level: 1, name: id })).toHaveCount(0)
  await expect(pass).toBeVisible()
})
