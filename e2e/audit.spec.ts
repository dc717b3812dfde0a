import { holidays } from '#contract/holidays.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

test('page and command of the operation log are chosen from those that occur, by what they are called', async ({
  sit,
}) => {
  const admin = await signedIn('admin')
  await admin.call(holidays.add, { date: '2041-05-06' as LocalDate, name: 'Eve of the log', quiet: false })
  const desk = await sit('admin')
  await desk.go('g a', 'Operation log')

  await desk.press('/')
  await desk.type('page:holid')
  await expect(desk.page.getByRole('option', { name: /^holidays/ })).toContainText('Holidays')
  await desk.press('Escape Escape')
  await desk.page.getByRole('button', { name: 'Filter by a form' }).click()
  await desk.page.getByLabel('Page', { exact: true }).selectOption({ label: 'Holidays' })

  await expect(desk.row('Eve of the log').first()).toBeVisible()
  await expect(desk.page).toHaveURL(/page%3Dholidays/)
})
