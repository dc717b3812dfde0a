import { expect, test } from './support/test.ts'

test('a task is run now from its page, which shows the run, who started it, and how it ended', async ({ sit }) => {
  const desk = await sit('ops', { path: '/operation/schedule_task' })
  await expect(desk.heading('Scheduled tasks')).toBeVisible()
  await desk.ask('id:expireCoupons')
  await desk.press('Enter')
  await expect(desk.heading('expireCoupons')).toBeVisible()

  await desk.page.getByRole('button', { name: 'Run task now' }).press('Enter')

  await expect(desk.toast('Started')).toBeVisible()
  const run = desk.page.getByRole('row', { name: /Person Operations/ }).first()
  await expect(run).toContainText('Succeeded')
})
