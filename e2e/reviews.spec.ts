import { pages } from '#contract/menu.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** So many applications are reviewed in a row: a morning's work. */
const many = 20

/** The order in front, once it is theirs to decide. */
async function orderOf({ page }: ConsolePage): Promise<string> {
  await expect(page.getByText(/Yours until/)).toBeVisible()
  return page.getByRole('heading', { level: 1 }).innerText()
}
const another = ({ page }: ConsolePage, order: string) =>
  expect(page.getByRole('heading', { level: 1, name: order })).toHaveCount(0)

/** How many they have decided today, as it stands over 'My reviews'. */
async function decidedToday({ page }: ConsolePage): Promise<number> {
  await page.evaluate((path) => history.pushState(null, '', path), pages.myReviews)
  const figures = page.getByRole('region', { name: 'Own figures' }).getByRole('definition')
  return Number(await figures.first().innerText())
}

test.describe.configure({ mode: 'serial' })

test('twenty applications are reviewed one after the other by keys alone, and the last is taken back', async ({
  sit,
}) => {
  test.setTimeout(120_000)
  const desk = await sit('reviewer', { screen: [1440, 900] })
  const { page } = desk
  const before = await decidedToday(desk)
  await desk.press('g j')
  const seen = new Set<string>()
  let order = ''

  for (let nth = 0; nth < many; nth++) {
    order = await orderOf(desk)
    seen.add(order)
    if (nth % 5 === 1) {
      await desk.press('A m')
      await desk.type('Spoken to the employer')
      await desk.press('mod+Enter')
    } else await desk.press('X C 2 Enter')
    await another(desk, order)
  }

  expect(seen.size).toBe(many)
  await orderOf(desk)
  await desk.press('u')
  await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()
  await orderOf(desk)
  // no tab is left of those that were decided
  await expect(page.getByRole('navigation', { name: 'Open pages' }).getByRole('listitem')).toHaveCount(3)
  await desk.press('l')
  await expect(desk.heading('Review queue')).toBeVisible()

  await expect.poll(() => decidedToday(desk)).toBe(before + many - 1)
})

test('a review is decided, asked about and given back by the mouse', async ({ sit }) => {
  const desk = await sit('reviewer', { path: '/risk/review_list', screen: [1440, 900] })
  const { page } = desk
  await desk.rows.first().dblclick()
  const first = await orderOf(desk)

  await page.getByRole('button', { name: /Reject review/ }).click()
  await page.getByRole('button', { name: /A03/ }).click()
  await expectNoAxeViolations(page)
  await page.getByLabel(/Remark/).fill('Corner is missing')
  await page.getByRole('button', { name: /Decide, next/ }).click()
  await another(desk, first)
  const second = await orderOf(desk)
  await page.getByRole('button', { name: /Ask the customer again/ }).click()
  await page.getByRole('button', { name: /Photo of the PAN card/ }).click()
  await page.getByRole('button', { name: /Decide, next/ }).click()
  await another(desk, second)
  await orderOf(desk)
  await page.getByRole('button', { name: /Give review back/ }).click()

  await expect(desk.heading('Review queue')).toBeVisible()
})

test('a lock that has run out is said, nothing is decided under it, and what was filled in is kept', async ({
  sit,
}) => {
  const desk = await sit('reviewer', { own: true, screen: [1440, 900] })
  const { page } = desk
  await page.clock.install()
  await page.goto('/detail1')
  await orderOf(desk)
  await desk.press('X B 3 m')
  await desk.type('Expired last year')
  await desk.press('Escape')

  await page.clock.fastForward('14:00')
  await expect(page.getByRole('alert').filter({ hasText: 'less than two minutes' })).toBeVisible()
  await page.clock.fastForward('02:00')
  const lost = page.getByRole('alert').filter({ hasText: 'The lock has run out' })
  await expect(lost).toBeVisible()
  await expect(page.getByRole('button', { name: /Decide, next/ })).toBeDisabled()
  await expect(page.getByLabel(/Remark/)).toHaveValue('Expired last year')
  await expect(page.getByRole('button', { name: /B03/ })).toHaveAttribute('aria-pressed', 'true')
})
