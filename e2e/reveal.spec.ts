import { customers } from '#contract/customers.ts'
import { loans } from '#contract/loans/calls.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** The page of a customer whose telephone number is known. */
async function someone(): Promise<string> {
  const { rows } = await (await signedIn('cs')).call(customers.list, { q: '', size: 20 })
  return `/customer_management/info?id=${rows.find(({ phone }) => phone !== null)!.id}`
}

test('a telephone number is shown for a reason and for a minute, and stands under what one revealed', async ({
  sit,
}) => {
  const desk = await sit('cs', { path: await someone(), own: true })
  const { page, dialog } = desk
  const panel = page.getByRole('region', { name: 'Account', exact: true })
  const phone = panel.locator('dl > div').filter({ hasText: 'Phone' }).getByRole('definition')
  await expect(phone).toContainText(/^\d\d\*{4}\d{4}$/)
  const masked = (await phone.innerText()).trim()

  await phone.getByRole('button', { name: 'Show Phone' }).press('Enter')
  await expect(dialog).toContainText('It goes on the record')
  await expectNoAxeViolations(page)
  await desk.press('Enter')
  await expect(dialog).toContainText('Say why you need it')
  await page.clock.install()
  await desk.type('She asked which number we have')
  await desk.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(phone).toContainText(/^\d{10}$/)
  await expect(phone.getByRole('button', { name: 'Hide Phone' })).toBeVisible()
  await page.clock.fastForward('01:01')
  await expect(phone).toHaveText(masked)

  await page.goto('/account')
  const mine = page.getByRole('region', { name: 'Personal data you revealed' })
  await expect(mine).toContainText('Show personal data')
  await expect(mine).toContainText('She asked which number we have')
})

test('whoever may not reveal sees pictures blurred, and no way to more', async ({ sit }) => {
  const { rows } = await (await signedIn('cs')).call(loans.applications, { q: 'state:22', size: 20 })
  const { customerId } = rows.find(({ name }) => name !== null)!
  const desk = await sit('ops', { path: `/customer_management/info?id=${customerId}&tab=kyc` })
  const { page } = desk
  const ways = page.getByRole('button', { name: /^Show |sharp/ })

  await expect(page.getByRole('img', { name: 'PAN card' })).toBeVisible()
  await expect(ways).toHaveCount(0)
  await desk.press('1')
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toBeVisible()
  await expect(ways).toHaveCount(0)
})
