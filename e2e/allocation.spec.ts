import type { Page } from 'playwright/test'
import { expect, test } from './support/test.ts'

const stagesOf = (page: Page) => page.getByRole('navigation', { name: 'Stage' }).getByRole('button')

/** Collectors of the stage in front who get cases. */
const busy = (page: Page) =>
  page
    .getByRole('table')
    .nth(1)
    .locator('tbody tr')
    .filter({ has: page.locator('strong', { hasText: /^[1-9]/ }) })

/** Goes to a stage in which somebody gets cases, the longest queue first: for a Sunday most of them rest. */
async function findWorkedStage(page: Page, choose: (place: number) => Promise<void>): Promise<void> {
  const stages = await stagesOf(page).allTextContents()
  const queues = stages.map((one, place) => ({ place, cases: Number(/\s(\d+)/.exec(one)?.[1] ?? 0) }))
  for (const { place } of queues.toSorted((one, other) => other.cases - one.cases)) {
    const [name] = /^\w+/.exec(stages[place]!)!
    await choose(place)
    await expect(page.getByRole('heading', { name: new RegExp(`^Collectors in ${name}\\b`) })).toBeVisible()
    if ((await busy(page).count()) > 0) return
  }
  throw new Error('nobody gets a case in any stage')
}

test('a manager rehearses the next allocation by keys, and asks why somebody gets a case', async ({ sit }) => {
  const desk = await sit('manager', { screen: [1440, 900] })
  const { page } = desk
  await desk.press('g A')
  await expect(page.getByRole('heading', { name: /^Rehearsal AL/ })).toBeVisible()
  await expect(desk.status).toContainText('REHEARSAL')

  // whoever is faster than the server moves in the stage that comes
  await page.route(/case-allocations\/AL\w+\?stage=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await findWorkedStage(page, (place) => desk.press(String(place + 1)))
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(4)

  const given = page.getByRole('heading', { name: / gets \d+/ })
  await expect(async () => {
    await desk.press('j')
    await expect(given).toBeVisible({ timeout: 2_000 })
  }).toPass()
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
  await findWorkedStage(page, (place) => stagesOf(page).nth(place).click())
  await busy(page).first().click()
  await page.getByRole('table').nth(2).getByRole('row').nth(1).click()
  await expect(page.getByRole('heading', { name: /^Why / })).toBeVisible()
  await page.getByRole('button', { name: /^Duty/ }).click()
  await expect(desk.heading('Duty schedule')).toBeVisible()
})
