import { loans } from '#contract/loans/calls.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** The page of a customer whose application waits for a reviewer. */
async function someone(): Promise<string> {
  const { rows } = await (await signedIn('cs')).call(loans.applications, { q: 'state:22', size: 20 })
  return `/customer_management/info?id=${rows.find(({ name }) => name !== null)!.customerId}&tab=kyc`
}

test('pictures are blurred until they are revealed, gone to by number, turned and sized by key', async ({ sit }) => {
  const desk = await sit('cs', { path: await someone(), own: true })
  const { page, dialog } = desk
  const panel = page.getByRole('region', { name: 'Documents and face' })
  const figure = (name: string) => panel.getByRole('figure', { name })
  const image = (name: string) => figure(name).getByRole('img', { name })
  await expect(image('PAN card')).toBeVisible()
  await expect(panel.getByText('Blurred', { exact: true })).toHaveCount(4)
  const blurred = await image('PAN card').getAttribute('src')

  await figure('PAN card').focus()
  await desk.press('2')
  await expect(figure('Aadhaar front')).toBeFocused()
  await desk.press('r')
  await desk.press('+')
  const turned = image('Aadhaar front').locator('..')
  await expect(turned).toHaveCSS('rotate', '90deg')
  await expect(turned).toHaveAttribute('style', /150%/)
  await desk.press('0')
  await expect(turned).toHaveCSS('rotate', '0deg')
  await expectNoAxeViolations(page)
  await desk.press('s')
  await expect(figure('Aadhaar front')).toHaveCount(0)
  await figure('PAN card').focus()
  await desk.press('s')
  await expect(figure('Aadhaar front')).toBeVisible()

  await figure('PAN card').getByRole('button', { name: 'Show sharp: PAN card' }).press('Enter')
  await expect(dialog).toContainText('It goes on the record')
  await page.clock.install()
  await desk.type('Compares the papers')
  await desk.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(panel.getByText('Blurred', { exact: true })).toHaveCount(3)
  await expect(image('PAN card')).not.toHaveAttribute('src', blurred!)
  await page.clock.fastForward('01:01')
  await expect(panel.getByText('Blurred', { exact: true })).toHaveCount(4)
})
