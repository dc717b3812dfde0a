import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { cases } from '#contract/cases.ts'
import { pages } from '#contract/menu.ts'
import { signedIn } from './support/api.ts'
import { clean } from './support/look.ts'
import { expect, test } from './support/test.ts'

const openCases = ['g k', 'Open cases'] as const
const orders = ['g o', 'Order list'] as const

/** Expects no fault of what is open, once it has come. */
async function faultless(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
  await clean(page)
}

/** The same of a menu: it lies over the page, and belongs to no part of it. */
async function faultlessMenu(page: Page): Promise<void> {
  await expect(page.getByRole('menu')).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).disableRules(['region']).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

for (const theme of ['dark', 'light'] as const) {
  test(`a list and all that opens over it is without fault in the ${theme} theme`, async ({ sit }) => {
    test.slow() // axe reads the whole page ten times
    const desk = await sit('leader')
    const { page } = desk
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
    await desk.go(...openCases)
    await faultless(page)

    for (const [keys, what] of [
      ['v s', 'Save the view'],
      ['c', 'Columns'],
    ] as const) {
      await desk.press(keys)
      await expect(page.getByRole('dialog', { name: what })).toBeVisible()
      await faultless(page)
      await desk.press('Escape')
      await expect(page.getByRole('dialog', { name: what })).toBeHidden()
    }
    await page.getByRole('button', { name: 'Filter by a form' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Filter by a form' })).toBeVisible()
    await faultless(page)
    await desk.press('Escape')
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    await faultless(page)
    await desk.press('Escape')

    await page.getByRole('search').getByRole('combobox').focus()
    await desk.type('st')
    await expect(page.getByRole('option').first()).toBeVisible()
    await faultless(page)
    await desk.press('Escape Escape')
    await desk.rows.first().getByRole('gridcell').nth(3).click({ button: 'right' })
    await faultlessMenu(page)
    await desk.press('Escape')
    await page.getByRole('columnheader', { name: 'Stage' }).click({ button: 'right' })
    await faultlessMenu(page)
    await desk.press('Escape')
    await desk.rows.first().getByRole('gridcell').nth(3).click()
    await desk.press('p')
    await expect(page.getByRole('button', { name: 'Close the look at the row' })).toBeVisible()
    await faultless(page)
  })
}

test('cards, and what opens over them, are without fault at 390 pixels', async ({ sit }) => {
  const { page } = await sit('leader', { screen: [390, 844], path: pages.openCases })
  await expect(page.getByRole('list', { name: /cases/i }).getByRole('button').first()).toBeVisible()
  await faultless(page)

  for (const name of ['Filter by a form', 'More']) {
    await page.getByRole('search').getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await faultless(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
})

test('the table tells how many rows and columns there are, what is sorted, and what is selected', async ({ sit }) => {
  const leader = await signedIn('leader')
  const { count } = await leader.call(cases.open.count, { q: 'overdueDays>1' })
  const desk = await sit('leader')
  const { page } = desk
  await desk.go(...openCases)
  await desk.ask('overdueDays>1 sort:overdueDays-')
  await expect(page.getByRole('columnheader', { name: /Overdue/ })).toHaveAttribute('aria-sort', 'descending')

  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-multiselectable', 'true')
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(count)
  await desk.mark(2)
  await expect(desk.status).toContainText('2 selected')
  await desk.press('s')
  await expect(page.getByRole('columnheader', { name: /Overdue/ })).not.toHaveAttribute('aria-sort', 'none')
})

test('page by page, every row of a page stands in the document in its order', async ({ sit }) => {
  const desk = await sit('ops')
  const { page } = desk
  await desk.go(...orders)
  await desk.press('c')
  await page.getByRole('checkbox', { name: 'Page by page, for screen readers' }).press('Space')
  await desk.press('Escape')

  await expect(desk.rows).toHaveCount(100)
  const places = await page
    .locator('[row-index]:not(.ag-row-pinned)')
    .evaluateAll((rows) => [...new Set(rows.map((row) => Number(row.getAttribute('row-index'))))])
  expect(places).toEqual(places.toSorted((a, b) => a - b))

  const next = page.getByRole('button', { name: 'Next page' })
  await next.press('Enter')
  await expect(desk.status).toContainText('row 101 of')
  await expect(next).toBeFocused()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: '101' })).toBeAttached()
})

test('a broken filter in an address is said, and what is understood of it is shown', async ({ sit }) => {
  const desk = await sit('leader', { path: `${pages.openCases}?q=colour:red` })

  await expect(desk.warning('The filter of this link is not understood in full')).toBeVisible()
  await expect(desk.rows.first()).toBeVisible()
})

test('a row of somebody else in an address is said not to be there, and the list is', async ({ sit }) => {
  const [foreign] = (await (await signedIn('manager')).call(cases.open, { q: 'agency:Meridian' })).rows

  const desk = await sit('leader', { path: `${pages.openCases}?row=${foreign?.id ?? 'CS000'}` })

  await expect(desk.warning('is not in this list, or not open to you')).toBeVisible()
  await expect(desk.rows.first()).toBeVisible()
})

test('rows that could not be fetched three times are named, the others stay usable, and trying again fetches them', async ({
  sit,
}) => {
  const desk = await sit('ops')
  const { page } = desk
  await desk.go(...orders)
  let refused = 0
  const broken = /\/api\/[^?]*\?.*from=(?!0&)\d+/
  await page.route(broken, (route) => {
    refused += 1
    return route.fulfill({ status: 500, json: { code: 500, msg: 'Down' } })
  })

  await desk.press('mod+End')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be fetched' })).toBeVisible({ timeout: 20_000 })
  expect(refused).toBeGreaterThanOrEqual(4)
  await desk.press('g g x')
  await expect(desk.status).toContainText('1 selected')

  await page.unroute(broken)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be fetched' })).toBeHidden()
  await desk.press('mod+End')
  await expect(desk.rows.last()).toBeVisible()
})

test('a key that is held goes on for as long as it is held', async ({ sit }) => {
  const desk = await sit('manager')
  await desk.go('g l', 'Loan list')
  for (let times = 0; times < 30; times++) await desk.page.keyboard.down('j')
  await desk.page.keyboard.up('j')

  await expect(desk.status).toContainText('row 31 of')
})
