import { recordPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { review } from '#contract/reviews/row.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** The page of a customer whose application waits for a reviewer. */
async function someone(): Promise<string> {
  const { rows } = await (await signedIn('cs')).call(loans.applications, { q: 'state:22', size: 20 })
  return `/customer_management/info?id=${rows.find(({ name }) => name !== null)!.customerId}&tab=kyc`
}

/** A review with something that was typed otherwise than it stands in a picture: the rows of those, by their numbers. */
async function differingReview(): Promise<{ id: IdOf<'review'>; rows: string[] }> {
  const reviewer = await signedIn('reviewer')
  const waiting = await reviewer.call(reviews.list, { q: 'state:unclaimed', size: 50 })
  for (const { id } of waiting.rows) {
    const { compared } = await reviewer.call(reviews.detail, { id })
    const rows = compared.flatMap(({ same, box }, i) => (same === false && box ? [String(i + 1)] : []))
    if (rows.length > 0) return { id, rows }
  }
  throw new Error('nothing differs in any of the reviews that wait')
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

test('what was typed otherwise carries the number of its row in the picture', async ({ sit }) => {
  const { id, rows } = await differingReview()
  const { page } = await sit('admin', { path: recordPath(review, id), screen: [1440, 900] })
  const numbers = page.locator('figure [data-differing]')

  await expect(numbers).toHaveCount(rows.length)
  const drawn = await numbers.evaluateAll((all) => all.map((one) => one.getAttribute('data-differing')!))
  expect(drawn.toSorted()).toEqual(rows)
  for (const row of rows) await expect(page.getByRole('row', { name: new RegExp(`^${row} .*different`) })).toBeVisible()
})
