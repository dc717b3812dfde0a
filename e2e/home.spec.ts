import { dailyDays, overview } from '#contract/overview.ts'
import { expect, test } from './support/test.ts'

test('what waits leads to the list that shows it, as many as were counted', async ({ sit }) => {
  const desk = await sit('ops', { path: '/' })
  const tile = desk.page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /Tickets past SLA/ })
  const [count] = /^\d+/.exec(await tile.innerText())!

  await tile.press('Enter')

  await expect(desk.heading('Operation tickets')).toBeVisible()
  await expect(desk.page).toHaveURL(/q=-state%3Aclosed\+is%3AslaBreached|q=-state%3Aclosed%20is%3AslaBreached/)
  await expect(desk.page.getByRole('main')).toContainText(count!)
})

test('what went out and came in is a picture, and a table for whoever cannot see it', async ({ sit }) => {
  const { page } = await sit('manager', { path: '/' })
  const panel = page.getByRole('region', { name: 'Disbursed and repaid per day' })

  await expect(panel.locator('svg path[stroke-width="2"]')).toHaveCount(2)
  const table = panel.getByRole('table', { name: 'Disbursed and repaid per day' })
  await expect(table.getByRole('rowheader')).toHaveCount(dailyDays)
  await expect(table.getByRole('row').last()).toContainText('₹')

  const stroke = () => panel.locator('svg path[stroke-width="2"]').first().getAttribute('stroke')
  const dark = await panel.locator('svg text').first().getAttribute('fill')
  expect(await stroke()).toBe('#1890ff')
  await page.getByRole('button', { name: 'Theme' }).press('Enter')
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(() => panel.locator('svg text').first().getAttribute('fill')).not.toBe(dark)
  await page.getByRole('radio', { name: '#f5222d' }).check()
  await expect.poll(stroke).toBe('#f5222d')
  await page.getByRole('radio', { name: '#1890ff' }).check()
})

test('the chart arrives later than the page, and neither its words nor its call reach who may not see totals', async ({
  sit,
}) => {
  const asked: string[] = []
  const desk = await sit('collector')
  desk.page.on('request', (request) => asked.push(request.url()))
  await desk.page.goto('/')

  await expect(desk.page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expect(desk.page.getByRole('region', { name: 'Announcements' })).toBeVisible()
  await expect(desk.page.getByText('Disbursed and repaid per day')).toHaveCount(0)
  expect(asked.filter((url) => url.includes(overview.daily.at.split(' ')[1]!))).toEqual([])
  expect(asked.filter((url) => /DailyChart/.test(url))).toEqual([])
})

test('what was done stands under Recent, can be pinned there, and is taken off again', async ({ sit }) => {
  const desk = await sit('inspector')
  const home = desk.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' })
  await desk.go('g c', 'Customers')
  await home.press('Enter')
  const recent = desk.page.getByRole('region', { name: 'Recent' })
  const pinned = desk.page.getByRole('region', { name: 'Pinned' })
  await expect(recent.getByRole('listitem').first()).toContainText('Customers')
  await expect(recent.getByRole('listitem').first()).toContainText('minutes ago')
  await expect(pinned).toContainText('Nothing pinned yet; pin something under Recent')

  await recent.getByRole('button', { name: 'Pin Customers' }).press('Enter')
  await pinned.getByRole('link', { name: 'Customers' }).press('Enter')
  await expect(desk.heading('Customers')).toBeVisible()
  // rows that come take the focus
  await expect(desk.rows.first()).toBeVisible()

  await home.press('Enter')
  await pinned.getByRole('button', { name: 'Unpin Customers' }).press('Enter')
  await expect(pinned).toContainText('Nothing pinned yet; pin something under Recent')
})
