import { settlementItems } from '#contract/settlement-items.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

const yesterday = () => new Date(Date.now() - 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10)

test('operations take in a gateway’s file by keys, see what is left, open a document, and explain the rest', async ({
  sit,
}) => {
  const caller = await signedIn('ops')
  const { rows } = await caller.call(settlementItems.list, { q: 'match:missing state:open kind:collection' })
  const missing = rows[0]!
  const desk = await sit('ops')
  const { page } = desk

  await desk.search('settlement files: take')
  await desk.press('Enter')
  await expect(desk.heading('Take in a settlement file')).toBeVisible()
  const sheet = [
    'entity_id,type,amount,fee,tax,entity_created_at',
    `${missing.gatewayRef},payment,${missing.booked!.minor / 100},10,1.80,${yesterday()}`,
    `pay_unheard_of,payment,70.00,1.40,0.25,${yesterday()}`,
  ].join('\n')
  const file = { name: 'razorpay.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }
  await page.getByLabel('Gateway').selectOption({ label: missing.config.name })
  await page.getByLabel('First day').fill(yesterday())
  await page.getByLabel('Filled sheet').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the sheet' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Lines: 2 · matched: 1 · left: 1' })).toContainText(
    'left before, matched now: 1',
  )
  await page.getByRole('button', { name: 'Take in a settlement file', exact: true }).press('Enter')

  await expect(page.getByText('Settlement file taken in')).toBeVisible()
  await expect(desk.heading('Settlement items')).toBeVisible()
  await desk.show('settlementItems', `id:${missing.id}`, 1)
  await expect(desk.rows.first()).toContainText('Matched')
  await desk.press('Enter')
  await expect(page.getByText(missing.documentId!).first()).toBeVisible()

  await desk.show('settlementItems', 'gatewayRef:pay_unheard_of', 1)
  await desk.press('e')
  await desk.type('test transaction')
  await desk.press('Enter')
  await desk.press('Enter')
  await expect(desk.toast('Settlement difference explained')).toBeVisible()
  await expect(desk.rows.first()).toContainText('Explained')
})
