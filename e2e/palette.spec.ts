import { cases } from '#contract/cases.ts'
import { keys } from '#contract/keys.ts'
import type { PageId } from '#contract/menu.ts'
import { tickets } from '#contract/tickets.ts'
import { signedIn } from './support/api.ts'
import { payables, reduciblePlans } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Most keys that an action on three rows takes once they are in view; characters of arguments are not counted. */
const keysMax = 8

/** Presses keys and counts them. */
class Counted {
  readonly desk: ConsolePage
  keys = 0
  constructor(desk: ConsolePage) {
    this.desk = desk
  }
  async press(keys: string): Promise<void> {
    this.keys += keys.split(' ').length
    await this.desk.press(keys)
  }
  /** Marks three rows from the one under the cursor on. */
  async markThree(): Promise<void> {
    await this.press('x J J')
    await expect(this.desk.marked).toHaveCount(3)
  }
  async confirm(button: RegExp): Promise<void> {
    const accept = await this.desk.read(button)
    await this.press('Tab')
    await expect(accept).toBeFocused()
    await this.press('Enter')
  }
}

const show = async (desk: ConsolePage, page: PageId, ids: readonly string[]): Promise<Counted> => {
  await desk.show(page, `id:${ids.join(',')}`, ids.length)
  await desk.press('g g')
  return new Counted(desk)
}

test('three pay-outs are sent again in at most eight keys', async ({ sit }) => {
  const ids = (await payables(3)).map(({ id }) => id)
  const counted = await show(await sit('ops'), 'failedPayouts', ids)

  await counted.markThree()
  await counted.press('r')
  await counted.confirm(/Re-disburse 3/)

  await expect(counted.desk.toast('Sent again · 3')).toBeVisible()
  expect(counted.keys).toBeLessThanOrEqual(keysMax)
})

test('three reductions are asked for in at most eight keys', async ({ sit }) => {
  const ids = (await reduciblePlans(3)).map(({ id }) => id)
  const counted = await show(await sit('cs'), 'plans', ids)
  const { desk } = counted

  await counted.markThree()
  await counted.press('d')
  await desk.asked('Reduction')
  await desk.type('20')
  await counted.press('Enter')
  await desk.asked('Reason')
  await desk.type('hardship')
  await counted.press('Enter')
  await counted.confirm(/Request reduction 3/)

  await expect(desk.toast('Filed for approval · 3')).toBeVisible()
  expect(counted.keys).toBeLessThanOrEqual(keysMax)
})

test('three cases are ended in at most eight keys, and leave the list', async ({ sit }) => {
  const leader = await signedIn('leader')
  const { rows } = await leader.call(cases.open, { size: 50 })
  const ids = rows.slice(-3).map(({ id }) => id)
  const counted = await show(await sit('leader'), 'openCases', ids)
  const { desk } = counted

  await counted.markThree()
  await counted.press('e')
  await desk.asked('Reason')
  await desk.type('recal')
  await expect(desk.hit).toHaveText('Recalled')
  await counted.press('Enter')
  await counted.confirm(/End case 3/)

  await expect(desk.toast('Case ended · 3')).toBeVisible()
  expect(counted.keys).toBeLessThanOrEqual(keysMax)
  await desk.press('R')
  await expect(desk.page.getByRole('heading', { name: 'Nothing matches this filter' })).toBeVisible()
})

test('three tickets are handed over in at most eight keys', async ({ sit }) => {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(tickets.operation, { q: 'state:notFollowed,following -department:RSK', size: 50 })
  const counted = await show(
    await sit('ops'),
    'operationTickets',
    rows.slice(-3).map(({ id }) => id),
  )
  const { desk } = counted

  await counted.markThree()
  await counted.press('t')
  await desk.asked('To')
  await desk.type('risk')
  await expect(desk.hit).toHaveText(/^Risk/)
  await counted.press('Enter')
  await desk.asked('Note')
  await counted.press('Enter')

  await expect(desk.toast('Transferred · 3')).toBeVisible()
  expect(counted.keys).toBeLessThanOrEqual(keysMax)
})

test('what was done is recorded as a macro, and replayed on other rows with what was left open', async ({ sit }) => {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(tickets.operation, { q: 'state:notFollowed,following -department:RSK', size: 10 })
  const [first, second] = rows.map(({ id }) => id)
  const desk = await sit('ops')
  await desk.show('operationTickets', `id:${first}`, 1)
  await desk.press('t')
  await desk.asked('To')
  await desk.type('risk')
  await expect(desk.hit).toHaveText(/^Risk/)
  await desk.press('Enter')
  await desk.asked('Note')
  await desk.type('first of them')
  await desk.press('Enter')
  await expect(desk.toast('Transferred')).toBeVisible()

  await desk.search('macros')
  await expect(desk.hit).toHaveText(/Macros/)
  await desk.press('Enter')
  await desk.page
    .getByRole('checkbox', { name: /Transfer ticket.*Risk/s })
    .first()
    .check()
  await expect(desk.page.getByRole('checkbox', { name: 'Ask for Note each time' })).toBeChecked()
  await desk.page.getByLabel('Name', { exact: true }).fill('to risk')
  await desk.page.getByRole('button', { name: 'Save macro' }).click()
  await expect(desk.toast('“to risk” is saved')).toBeVisible()
  await desk.page.getByRole('button', { name: 'Close', exact: true }).click()

  await desk.filter(`id:${second}`, 1)
  await desk.search('to risk')
  await expect(desk.hit).toHaveText(/to risk/)
  await desk.press('Enter')
  await desk.asked('Note')
  await desk.press('Enter')

  await expect(desk.toast('“to risk” has run')).toBeVisible()
  await expect(desk.cell(second!, 'Risk')).toBeVisible()
})

test('what is begun is copied as a link, which opens the same and asks', async ({ sit }) => {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(tickets.operation, { q: 'state:notFollowed,following -department:RSK', size: 10 })
  const id = rows[5]!.id
  const desk = await sit('ops')
  await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.show('operationTickets', `id:${id}`, 1)
  await desk.press('t')
  await desk.asked('To')
  await desk.type('risk')
  await expect(desk.hit).toHaveText(/^Risk/)
  await desk.press('Enter')
  await desk.asked('Note')
  await desk.page.keyboard.press('ControlOrMeta+Shift+L')
  await expect(desk.toast('Link copied')).toBeVisible()
  const link = await desk.page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`rows=${id}`)

  await desk.page.goto(link)
  await desk.asked('Note')
  await desk.press('Enter')
  await expect(desk.dialog).toContainText('Somebody else prepared this')
})

test('whoever hesitates after the first of two keys is shown what may follow, as far as they may go there', async ({
  sit,
}) => {
  const desk = await sit('collector')
  const panel = desk.page.getByRole('status').filter({ hasText: 'g …' })

  await desk.press('g')
  await expect(panel.getByRole('listitem').filter({ hasText: 'Open cases' })).toHaveText(/^k/)
  await expect(panel).not.toContainText('Failed payouts')
  await desk.press('k')

  await expect(panel).toBeHidden()
  await expect(desk.heading('Open cases')).toBeVisible()
})

test('whoever has changed their keys sees those wherever keys are shown', async ({ sit }) => {
  const inspector = await signedIn('inspector')
  const changed = { 'command.open': ['mod+j'], 'command.keys': ['g Z'], 'menu.applications': ['g E', 'g l'] }
  const changedKeys = { ...changed, 'menu.plans': [], 'grid.mark': [';'], 'grid.peek': [], 'shell.nextTab': ['g F'] }
  await inspector.call(keys.set, { keys: changedKeys, bare: true })
  const desk = await sit('inspector')
  await desk.go('g l', 'Loan list')

  await expect(desk.status).toContainText('; select')
  await expect(desk.status).not.toContainText('peek')
  await desk.rows.first().getByRole('gridcell').first().click({ button: 'right' })
  await expect(desk.page.getByRole('menuitem', { name: /^Mark/ })).toContainText(';')
  await desk.press('Escape')
  await desk.press(';')
  await expect(desk.marked).toHaveCount(1)

  const { page } = desk
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Loan list' })).toHaveText(/g\s*E$/)
  await expect(menu.getByRole('link', { name: 'Repayment plans' })).toHaveText('Repayment plans')
  const button = page.getByRole('button', { name: /^Search or run/ })
  await expect(button).toContainText('J')
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+J Meta+J')
  await expect(desk.status).toContainText('gZ keys')
  await desk.press('mod+k')
  await expect(desk.dialog).toBeHidden()
  await desk.press('mod+j')
  await desk.type('>next tab')
  await expect(desk.hit).toContainText('gF')
  await desk.press('Escape Escape')
  await desk.press('g Z')
  await expect(desk.dialog.locator('dl > div').filter({ hasText: 'Next tab' })).toContainText('gF')
  const mark = page.getByText('Mark', { exact: true })
  await expect(desk.dialog.locator('dl > div').filter({ has: mark })).toContainText(';')
  await desk.press('Escape')
  await inspector.call(keys.set, { keys: {}, bare: true })
})
