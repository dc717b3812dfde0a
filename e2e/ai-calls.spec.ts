import { choose } from './support/forms.ts'
import { expect, test } from './support/test.ts'

test('a setting of a robot is added by the palette; calls of robots are listened to by whoever may', async ({
  sit,
}) => {
  const desk = await sit('ops', { path: '/ai_call/ai_config' })
  await desk.search('add ai call')
  await expect(desk.hit).toContainText('Add AI call setting')
  await desk.press('Enter')
  await desk.asked('Product')
  await choose(desk, 'Product', 'IN-7', /IN-7/)
  const fields = {
    ...{ 'Min overdue days': '3', 'Outbound weekdays': '1-3, 6', 'Start time': '09:30', 'End time': '17:00' },
    ...{ 'Robot id': 'asha-09', 'Repeat interval days': '2', 'Repeat frequency': '3' },
    ...{ 'Redial interval minutes': '30', 'Max redials': '2', 'Ignored labels': 'h, c' },
  }
  for (const [name, value] of Object.entries(fields)) await desk.dialog.getByRole('textbox', { name }).fill(value)
  await desk.dialog.getByRole('textbox', { name: 'Robot', exact: true }).fill('Night owl')
  await desk.press('mod+Enter')
  await expect(desk.toast('AI call setting added')).toBeVisible()
  await desk.page.getByRole('button', { name: '1 new' }).click()
  await expect(desk.page.getByRole('gridcell', { name: '1-3, 6' })).toBeVisible()

  const leader = await sit('leader', { path: '/ai_call/ai_record?q=outcome:a' })
  await leader.press('Enter')
  await leader.page.getByRole('button', { name: 'Listen to recording' }).click()
  await leader.page.locator('[name=reason]').fill('Complaint of the customer')
  await leader.press('Enter')
  await expect(leader.page.getByText('When will you be able to pay?')).toBeVisible()
})
