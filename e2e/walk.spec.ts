import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { type PageId, pageMeta, pages } from '#contract/menu.ts'
import menu from '#locales/en/menu.json' with { type: 'json' }
import { root } from '#server/kernel/root.ts'
import { grantsOf, type RoleMark, roles } from '#server/seed/roles.ts'
import type { Grid } from '#src/grid/define.ts'
import type { Account } from './support/api.ts'
import { Desk } from './support/desk.ts'
import { clean } from './support/look.ts'
import { expect, signIn, test } from './support/test.ts'

/** Every list of the console, as `src/catalogue.ts` gathers them for a build. */
const grids = await Promise.all(
  readdirSync(join(root, 'grids')).map(async (file) => ((await import(`#grids/${file}`)) as { default: Grid }).default),
)

/** Who walks lists: the first of them who may see one walks it. */
const walkers: readonly RoleMark[] = ['MGR', 'ADM', 'OPS', 'CTL']
const titleOf = ({ page }: Grid): string => (menu as Record<string, string>)[page]!
const sees = (mark: RoleMark, page: PageId): boolean => grantsOf(mark).some((grant) => grant.page === page)

const tours = walkers.flatMap((mark) => {
  const seen = grids.filter(({ page }) => walkers.find((one) => sees(one, page)) === mark)
  return seen.length > 0 ? [{ account: roles[mark].account as Account, seen }] : []
})

test('every list is walked by somebody', () => {
  expect(grids.filter(({ page }) => !walkers.some((mark) => sees(mark, page))).map(({ id }) => id)).toEqual([])
})

/** Goes to a list by its keys, else by its name in the palette; the menu does not name those beside another. */
async function goTo(desk: Desk, grid: Grid): Promise<void> {
  if (grid.keys) await desk.press(grid.keys)
  else if (pageMeta[grid.page]?.hidden) await desk.page.goto(pages[grid.page])
  else {
    await desk.search(`:${titleOf(grid)}`)
    await desk.press('Enter')
  }
  await expect(desk.heading(titleOf(grid))).toBeVisible()
  await expect(desk.page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** How many rows stand in the list in front, as its status line says; none where it says nothing. */
async function countIn({ page, status }: Desk): Promise<number> {
  const empty = page.getByRole('heading', { name: /Nothing (here yet|matches)/ })
  await expect(status.filter({ hasText: /row \d/ }).or(empty)).toBeVisible()
  const said = /row [\d,]+ of ([\d,]+)/.exec(await status.innerText())?.[1]
  return Number(said?.replaceAll(',', '') ?? 0)
}

/** Moves through the rows and back. */
async function moves(desk: Desk, count: number): Promise<void> {
  const { page, status } = desk
  const last = count.toLocaleString('en')
  await desk.press('G')
  await expect(status).toContainText(`row ${last} of`)
  await desk.press('j')
  await expect(status).toContainText(`row ${last} of`)
  await desk.press('g g')
  await expect(status).toContainText('row 1 of')
  await desk.press('j')
  await expect(status).toContainText(`row ${Math.min(2, count)} of`)
  await desk.press('k')
  await expect(status).toContainText('row 1 of')
  const column = () => page.locator(':focus').getAttribute('col-id')
  const first = await column()
  await desk.press('l')
  expect(await column()).not.toBe(first)
  await desk.press('h')
  expect(await column()).toBe(first)
}

/** Marks one row, all of them, and none. */
async function marks(desk: Desk, count: number): Promise<void> {
  const { status } = desk
  for (const key of ['x', 'Space']) {
    await desk.press(key)
    await expect(status).toContainText('1 selected')
    await desk.press('Escape')
    await expect(status).not.toContainText('selected')
  }
  await desk.press('a a')
  await expect(status).toContainText(`${count.toLocaleString('en')} match`)
  await desk.press('Escape')
  await expect(status).not.toContainText('match')
}

/** Looks at a row, opens it, and comes back to where it stood. */
async function opens(desk: Desk, grid: Grid): Promise<void> {
  const { page } = desk
  const close = page.getByRole('button', { name: 'Close the look at the row' })
  await desk.press('p')
  await expect(close).toBeVisible()
  await desk.press('Escape')
  await expect(close).toBeHidden()
  await desk.press('Enter')
  await expect(close.or(page.getByRole('heading', { level: 1 }).filter({ hasNotText: titleOf(grid) }))).toBeVisible()
  if (await close.isVisible()) await desk.press('Escape')
  else {
    await page.goBack()
    await expect(desk.heading(titleOf(grid))).toBeVisible()
    await expect(page.locator('.ag-row[row-id][row-index="0"]').first()).toBeVisible()
  }
  await expect(page.locator(':focus')).toHaveAttribute('col-id', /./)
}

/** Opens what lies over the rows, and closes it. */
async function overlays(desk: Desk): Promise<void> {
  const { page } = desk
  await desk.press('/')
  await expect(page.getByRole('search').getByRole('combobox')).toBeFocused()
  await desk.press('Escape')
  await expect(page.getByRole('search').getByRole('combobox')).not.toBeFocused()
  await desk.press('c')
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await desk.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Columns' })).toBeHidden()
}

async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
}

for (const { account, seen } of tours) {
  test(`${account} walks ${seen.length} lists by keys alone, and axe finds nothing in either theme`, async ({
    sit,
  }) => {
    test.setTimeout(30_000 * (seen.length + 1))
    const desk = await sit(account)
    for (const grid of seen) {
      await test.step(grid.id, async () => {
        await goTo(desk, grid)
        const count = await countIn(desk)
        if (count > 0) {
          await moves(desk, count)
          await marks(desk, count)
          await opens(desk, grid)
        }
        await overlays(desk)
        for (const theme of ['light', 'dark']) {
          await wear(desk.page, theme)
          await clean(desk.page)
        }
      })
    }
  })
}

/** A small screen that is touched. */
async function thumbed(browser: Browser, account: Account): Promise<Desk> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto('/')
  await signIn(page, account)
  await expect(page.locator('[name=username]')).toBeHidden()
  await expect(page.getByRole('main')).toBeVisible()
  return new Desk(page)
}

/** Presses on something for long, as a thumb does. */
async function longPress(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  const box = (await target.boundingBox())!
  const cdp = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(page.getByRole('menu')).toBeVisible()
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Opens a card, marks it, and finds its commands, by touch. */
async function touches({ page }: Desk, grid: Grid): Promise<void> {
  const card = page.getByRole('main').locator('[data-place="0"]')
  await longPress(page, card)
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.touchscreen.tap(5, 5)
  await expect(page.getByRole('menu')).toBeHidden()

  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.tap()
  await card.tap()
  await expect(card).toHaveAttribute('aria-pressed', 'true')
  await card.tap()
  await expect(card).toHaveAttribute('aria-pressed', 'false')
  await select.tap()

  await card.tap()
  const close = page.getByRole('button', { name: 'Close the look at the row' })
  await expect(close.or(page.getByRole('heading', { level: 1 }).filter({ hasNotText: titleOf(grid) }))).toBeVisible()
  if (await close.isVisible()) await close.tap()
}

for (const { account, seen } of tours) {
  test(`${account} walks ${seen.length} lists by touch at 390 pixels, as cards`, async ({ browser }) => {
    test.setTimeout(20_000 * (seen.length + 1))
    const desk = await thumbed(browser, account)
    const { page } = desk
    for (const grid of seen) {
      await test.step(grid.id, async () => {
        await page.goto(pages[grid.page])
        await expect(desk.heading(titleOf(grid))).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        const card = page.getByRole('main').locator('[data-place="0"]:enabled')
        const empty = page.getByRole('heading', { name: /Nothing (here yet|matches)/ })
        await expect(card.or(empty)).toBeVisible()
        if (await card.isVisible()) await touches(desk, grid)
        for (const name of ['Filter by a form', 'More']) {
          await page.getByRole('search').getByRole('button', { name, exact: true }).tap()
          await expect(page.getByRole('dialog', { name })).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog', { name })).toBeHidden()
        }
      })
    }
    await page.context().close()
  })
}
