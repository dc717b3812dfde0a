import { keys } from '#contract/keys.ts'
import { tickets } from '#contract/tickets.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Begins to hand the ticket in front over to the risk department. */
async function transferToRisk(desk: ConsolePage): Promise<void> {
  await desk.press('t')
  await desk.asked('To')
  await desk.type('risk')
  await expect(desk.hit).toHaveText(/^Risk/)
  await desk.press('Enter')
  await desk.asked('Note')
}

test('what was done is recorded as a macro, and replayed on other rows; what is begun is a link, which opens the same and asks', async ({
  sit,
}) => {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(tickets.operation, { q: 'state:notFollowed,following -department:RSK', size: 10 })
  const [first, second, third] = rows.map(({ id }) => id)
  const desk = await sit('ops')
  const { page } = desk

  await test.step('a macro asks for what was left open', async () => {
    await desk.show('operationTickets', `id:${first}`, 1)
    await transferToRisk(desk)
    await desk.type('first of them')
    await desk.press('Enter')
    await expect(desk.toast('Transferred')).toBeVisible()
    await desk.search('macros')
    await expect(desk.hit).toHaveText(/Macros/)
    await desk.press('Enter')
    await page
      .getByRole('checkbox', { name: /Transfer ticket.*Risk/s })
      .first()
      .check()
    await expect(page.getByRole('checkbox', { name: 'Ask for Note each time' })).toBeChecked()
    await page.getByLabel('Name', { exact: true }).fill('to risk')
    await page.getByRole('button', { name: 'Save macro' }).click()
    await expect(desk.toast('“to risk” is saved')).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()

    await desk.filter(`id:${second}`, 1)
    await desk.search('to risk')
    await expect(desk.hit).toHaveText(/to risk/)
    await desk.press('Enter')
    await desk.asked('Note')
    await desk.press('Enter')
    await expect(desk.toast('“to risk” has run')).toBeVisible()
    await expect(desk.cell(second!, 'Risk')).toBeVisible()
  })

  await test.step('a link is copied, and asks whoever opens it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await desk.show('operationTickets', `id:${third}`, 1)
    await transferToRisk(desk)
    await page.keyboard.press('ControlOrMeta+Shift+L')
    await expect(desk.toast('Link copied')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toContain(`rows=${third}`)

    await page.goto(link)
    await desk.asked('Note')
    await desk.press('Enter')
    await expect(desk.dialog).toContainText('Somebody else prepared this')
  })
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
