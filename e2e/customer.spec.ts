import { customers } from '#contract/customers.ts'
import { loans } from '#contract/loans/calls.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** Somebody who has repaid orders: every part of their page has something to show. */
async function borrower() {
  const { rows } = await (await signedIn('cs')).call(customers.list, { q: 'loansDone>1', size: 1 })
  return rows[0]!
}

test('the parts of a customer open by one key each, and by a click; the number of a contact is shown for a reason; the order under way is a key away', async ({
  sit,
}) => {
  const { id, name } = await borrower()
  const desk = await sit('cs', { path: `/customer_management/info?id=${id}` })
  const { page } = desk

  await test.step('parts, named by the address', async () => {
    const part = page.getByRole('tabpanel')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name!)
    await expect(part).toContainText('Marital status')
    await desk.press('2')
    await expect(part.getByRole('row')).toHaveCount(4)
    await expect(part).toContainText('Contacts owe nothing')
    await desk.press('3')
    await expect(part.getByRole('row')).toHaveCount(6)
    await expect(page).toHaveURL(/tab=kyc/)
    await desk.press('7')
    await expect(page.getByRole('tab', { selected: true })).toContainText('Loan list')
    await expect(part.getByRole('link', { name: /^LN/ }).first()).toBeVisible()
    await expectNoAxeViolations(page)
    await desk.press(']')
    await expect(page.getByRole('tab', { selected: true })).toContainText('Order list')
    await desk.press('v 1')
    await expect(page.getByRole('tab', { selected: true })).toContainText('Failed payouts')
    await desk.press('8')
    await expect(page.getByRole('tab', { selected: true })).toContainText('Order list')
    await page.reload()
    await expect(page.getByRole('tab', { selected: true })).toContainText('Order list')
    await page.getByRole('tab', { name: /^Bank cards/ }).click()
    await expect(part).toContainText('****')
    await desk.press('?')
    await expect(desk.dialog).toContainText('Open this tab')
  })

  await test.step('a contact', async () => {
    await desk.press('Escape 2')
    const phone = page.getByRole('tabpanel').getByRole('row').nth(1).getByRole('cell').nth(2)
    await expect(phone).toContainText(/^\*{4}\d{4}$/)
    await phone.getByRole('button', { name: 'Show Phone' }).click()
    await desk.type('Customer has moved')
    await desk.press('Enter')
    await expect(desk.dialog).toBeHidden()
    await expect(phone).toContainText(/\d{10}$/)
  })

  await test.step('the order, with everything that can be done to it', async () => {
    const { rows } = await (await signedIn('cs')).call(loans.orders, { q: 'state:50', size: 1 })
    const { id: orderId, customerId } = rows[0]!
    await page.evaluate((to) => history.pushState(null, '', to), `/customer_management/info?id=${customerId}`)
    await expect(desk.page.getByRole('link', { name: orderId })).toBeVisible()
    await desk.press('o')
    await expect(desk.page.getByRole('heading', { level: 1 })).toContainText(orderId)
    for (const name of [/payment link/, /Request reduction/, /write-off/i, /Open ticket/])
      await expect(desk.page.getByRole('toolbar').getByRole('button', { name }).first()).toBeVisible()
  })
})

test('what can be done to a record stands in the order of its menu: what has a key first, what is dangerous last', async ({
  sit,
}) => {
  const { id, name } = await borrower()
  const { page } = await sit('admin', { path: `/customer_management/info?id=${id}` })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name!)
  const acts = page.getByRole('main').getByRole('toolbar').first().getByRole('button')

  await expect(acts.first()).toHaveText(/^Edit customer/)
  await expect(acts.last()).toHaveText('Disable customer')
})
