import { type Customer, customers } from '#contract/customers.ts'
import { dataRequests } from '#contract/data-requests.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** Somebody who has repaid what they borrowed, and of whom nothing is under way. */
async function erasable(): Promise<Customer> {
  const manager = await signedIn('manager')
  const { rows } = await manager.call(customers.list, { q: 'loansDone>1', size: 20 })
  for (const row of rows) {
    const { blockers } = await manager.call(dataRequests.outlook, { id: row.id })
    if (row.name !== null && blockers.length === 0) return row
  }
  throw new Error('something is under way with everybody')
}

test('somebody is forgotten once a second person agrees: both are told what goes and what stays, by keys alone', async ({
  sit,
}) => {
  const { id, name } = await erasable()
  const path = `/customer_management/info?id=${id}`
  const desk = await sit('manager', { path, screen: [1440, 900] })
  await expect(desk.page.getByRole('heading', { level: 1 })).toContainText(name!)

  await desk.press('Z')
  await expect(desk.dialog.getByText('Customer asked for it')).toBeVisible()
  await desk.press('1')
  await desk.read(/Ask for approval/)
  await expect(desk.dialog).toContainText(/Erased or emptied: Person 1/)
  await expect(desk.dialog).toContainText(/Stays without personal data, until 20\d\d-/)
  await expectNoAxeViolations(desk.page)
  await desk.press('mod+Enter')
  await desk.prove()
  await expect(desk.toast('Waits for approval')).toBeVisible()

  const second = await sit('executive', { path: `/approvals?q=${encodeURIComponent(`objectId:${id}`)}` })
  await expect(second.rows).toHaveCount(1)
  await second.press('A')
  await second.asked('Note')
  await second.press('Enter')
  await second.read(/Approve and run/)
  await expect(second.dialog).toContainText('What would run: Erase personal data')
  await expect(second.dialog).toContainText(/Stays without personal data, until 20\d\d-/)
  await second.press('mod+Enter')
  await second.prove()
  await expect(second.toast('Approved; it runs')).toBeVisible()

  await expect(desk.page.getByRole('heading', { level: 1 })).toContainText('Erased on')
  await expect(desk.page.getByRole('main')).not.toContainText(name!)
  await desk.show('dataRequests', `customerId:${id}`, 1)
  await expect(desk.rows).toContainText('Erasure')
})
