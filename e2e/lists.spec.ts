import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { cases } from '#contract/cases.ts'
import { loans } from '#contract/loans/calls.ts'
import { pages } from '#contract/menu.ts'
import { tickets } from '#contract/tickets.ts'
import { expectAccessible, overlays, useSystemTheme } from './support/accessibility.ts'
import { signedIn } from './support/api.ts'
import { expect, test } from './support/test.ts'

const openCases = ['g k', 'Open cases'] as const
const orders = ['g o', 'Order list'] as const

const asked = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** Fields of the filter form that do not stand there whole. Long choices scroll, but not before several are in sight. */
const cutFields = (page: Page) =>
  page.evaluate(() => {
    const enough = 150
    const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth + 1 || (scrollHeight > clientHeight + 1 && clientHeight < enough)
    const fields = [...document.querySelectorAll('[role=dialog] fieldset')]
    return fields.filter(isCut).map((field) => field.querySelector('legend')?.textContent)
  })

test('cards, and what opens over them, are without fault at 390 pixels; every field of the filter form stands there whole', async ({
  sit,
}) => {
  const { page } = await sit('leader', { screen: [1024, 768], path: pages.openCases })
  await useSystemTheme(page)
  // the rows take the focus once they are there
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  const opens = async (name: string) => {
    await page.getByRole('search').getByRole('button', { name, exact: true }).click()
    await expect(asked(page, name)).toBeVisible()
  }
  const closes = async (name: string) => {
    await page.keyboard.press('Escape')
    await expect(asked(page, name)).toBeHidden()
  }
  await opens('Filter by a form')
  expect(await cutFields(page)).toEqual([])
  await closes('Filter by a form')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('list', { name: /cases/i }).getByRole('button').first()).toBeVisible()
  await expectAccessible(page)
  for (const name of ['Filter by a form', 'More']) {
    await opens(name)
    expect(await cutFields(page)).toEqual([])
    await expectAccessible(page, overlays.dialog)
    await closes(name)
  }
})

test('the table tells how many rows and columns there are, what is sorted and selected; what an address asks for that is not there, or not one’s own, is said, and the list opens as it does', async ({
  sit,
}) => {
  const leader = await signedIn('leader')
  const desk = await sit('leader')
  const { page } = desk

  await test.step('what the table tells', async () => {
    const { count } = await leader.call(cases.open.count, { q: 'overdueDays>1' })
    await desk.go(...openCases)
    await desk.ask('overdueDays>1 sort:overdueDays-')
    await expect(page.getByRole('columnheader', { name: /Overdue/ })).toHaveAttribute('aria-sort', 'descending')
    const grid = page.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-multiselectable', 'true')
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThanOrEqual(count)
    // rows scroll by below the totals, which are not seen through
    await expect(page.locator('.ag-grid-pinned-bottom-rows')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await desk.mark(2)
    await expect(desk.status).toContainText('2 selected')
    await desk.press('s')
    await expect(page.getByRole('columnheader', { name: /Overdue/ })).not.toHaveAttribute('aria-sort', 'none')
    await desk.rows.first().locator('[col-id=overdueDays]').click()
    await desk.press('F')
    const top = page
      .getByRole('toolbar', { name: /^Overdue/ })
      .getByRole('button')
      .first()
    await expect(top).toBeFocused()
    const days = /^\d+/.exec((await top.innerText()).trim())?.[0]
    await desk.press('Enter')
    await expect(page.getByRole('search').getByRole('combobox')).toHaveValue(new RegExp(`overdueDays:${days}(\\s|$)`))
  })

  await test.step('what is not there', async () => {
    const [foreign] = (await (await signedIn('manager')).call(cases.open, { q: 'agency:Meridian', size: 1 })).rows
    for (const [asked, warning] of [
      ['q=colour:red', 'The filter of this link is not understood in full'],
      [`row=${foreign?.id ?? 'CS000'}`, 'is not in this list, or not open to you'],
      ['view=nothing', 'This list has no view “nothing”'],
    ] as const) {
      await desk.page.goto(`${pages.openCases}?${asked}`)
      await expect(desk.warning(warning)).toBeVisible()
      await expect(desk.rows.first()).toBeVisible()
    }
  })
})

test('in another language a list stands where it stood, with its filter and its marks; rows that came since are told, and until they are asked for nothing moves', async ({
  sit,
}) => {
  const desk = await sit('executive')
  const { page } = desk

  await test.step('in another language', async () => {
    await desk.go(...orders)
    await desk.ask('state:50,90')
    await expect(page.getByRole('search').getByRole('combobox')).not.toBeFocused()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await desk.press('4 0 j x J')
    await expect(desk.status).toContainText('2 selected')
    const marked = () =>
      page
        .locator('[role=row][aria-selected=true]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('row-id')))
    const [before, address] = [await marked(), page.url()]
    expect(before).toHaveLength(2)
    await desk.search('tiếng nhật')
    await desk.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await expect.poll(marked).toEqual(before)
    expect(page.url()).toBe(address)
    await expect(desk.status).toContainText('42')
    await desk.press('k')
    await expect(desk.status).toContainText('41')
    await desk.search('english')
    await desk.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect.poll(marked).toEqual(before)
  })

  await test.step('rows that came since', async () => {
    const ops = await signedIn('ops')
    const [loan] = (await ops.call(loans.orders, { q: 'state:50', size: 1 })).rows
    const title = `Told ${randomUUID().slice(0, 8)}`
    const opens = () =>
      ops.call(tickets.open, { id: loan!.id, version: loan!.version, kind: 'other', title, content: 'Please look' })
    await opens()
    await desk.go('g t', 'Operation tickets')
    await desk.filter(`title:"${title}"`, 1)
    await desk.mark(1)
    const ids = () => desk.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('row-id')))
    const [first] = await ids()
    await opens()
    await opens()
    const told = desk.page.getByRole('status').getByRole('button', { name: '2 new' })
    await expect(told).toBeVisible()
    expect(await ids()).toEqual([first])
    await told.press('Enter')
    await expect(desk.rows).toHaveCount(3)
    await expect(told).toBeHidden()
    await expect(desk.marked).toHaveAttribute('row-id', first!)
    await desk.press('G')
    await expect(desk.status).toContainText('row 3 of 3')
  })
})

test('rows that could not be fetched three times are named, the others stay usable, and trying again fetches them; page by page, every row of a page stands in the document in its order', async ({
  sit,
}) => {
  const desk = await sit('ops')
  const { page } = desk
  await desk.go(...orders)

  await test.step('not fetched', async () => {
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

  await test.step('page by page', async () => {
    await desk.press('g g')
    await desk.opens('c', 'Columns')
    // as AG Grid does, once a cell is drawn: what has opened over the rows stays, and keeps the focus
    await page
      .getByRole('gridcell')
      .first()
      .evaluate((cell: HTMLElement) => cell.focus())
    await expect(desk.dialog.locator(':focus')).toHaveCount(1)
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
})

test('a key that is held goes on for as long as it is held, and keeps its row while others are on their way', async ({
  sit,
}) => {
  const desk = await sit('manager')
  const { page } = desk
  let come = () => {}
  const coming = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/[?&]from=200&/, async (route) => {
    await coming
    await route.continue()
  })
  await desk.go('g l', 'Loan list')
  await desk.press('1 9 5 j')
  await expect(desk.status).toContainText('row 196 of')

  for (let times = 0; times < 30; times++) await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect(desk.status).toContainText('row 226 of')
  come()

  await expect(page.locator('[row-index="225"][row-id]').first()).toBeVisible()
  const focused = () => page.evaluate(() => document.activeElement?.closest('[row-index]')?.getAttribute('row-index'))
  await expect.poll(focused).toBe('225')
  await desk.press('x')
  await expect(desk.marked).toHaveAttribute('row-index', '225')
})
