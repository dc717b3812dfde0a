import { expect, test } from './support/test.ts'

test('a manager rehearses the next allocation by keys, and asks why somebody gets a case', async ({ sit }) => {
  const desk = await sit('manager', { screen: [1440, 900] })
  const { page } = desk
  await desk.press('g A')
  await expect(page.getByRole('heading', { name: /^Rehearsal AL/ })).toBeVisible()
  await expect(desk.status).toContainText('REHEARSAL')

  // the stage with the longest queue of those that somebody works
  const stages = page.getByRole('navigation', { name: 'Stage' }).getByRole('button')
  const queues = await stages.allTextContents()
  const longest = queues.map((one) => Number(/\s(\d+)/.exec(one)?.[1] ?? 0))
  // whoever is faster than the server moves in the stage that comes
  await page.route(/case-allocations\/AL\w+\?stage=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await desk.press(String(longest.indexOf(Math.max(...longest)) + 1))
  const shares = page.getByRole('table').first()
  await expect(shares.getByRole('row')).toHaveCount(4)

  await desk.press('j')
  const given = page.getByRole('heading', { name: / gets \d+/ })
  await expect(given).toBeVisible()
  await desk.press('Enter')
  await expect(page.getByRole('heading', { name: /^Why .+, for .+turn 1|^Why / })).toBeVisible()
  await expect(page.getByRole('heading', { name: /has the most credit/ })).toBeVisible()
  const first = page.url()
  await desk.press('j')
  await expect.poll(() => page.url()).not.toBe(first)
  await desk.press('Escape Escape')
  await expect(given).toBeHidden()
})

test('the same by mouse; from there to weights and duty', async ({ sit }) => {
  const desk = await sit('ops', { path: '/loaned_management/allocation_list', screen: [1440, 900] })
  const { page } = desk
  await page.goto('/allocation/rehearsal')
  await expect(page.getByRole('heading', { name: /^Rehearsal AL/ })).toBeVisible()
  // whoever may only look does not run it
  await expect(page.getByRole('button', { name: /^Run now/ })).toHaveCount(0)
  const busy = page.getByRole('table').nth(1).getByRole('row').nth(1)
  await busy.click()
  await page.getByRole('table').nth(2).getByRole('row').nth(1).click()
  await expect(page.getByRole('heading', { name: /^Why / })).toBeVisible()
  await page.getByRole('button', { name: /^Duty/ }).click()
  await expect(desk.heading('Duty schedule')).toBeVisible()
})

test('whoever leads one agency has no part in it', async ({ sit }) => {
  const desk = await sit('leader')
  await desk.search('> rehearse allocation')
  await expect(desk.dialog.getByRole('option', { name: /Rehearse allocation/ })).toHaveCount(0)
})
