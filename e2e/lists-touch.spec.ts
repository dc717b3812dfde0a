import type { Locator, Page } from 'playwright/test'
import { rightsOf } from '#contract/kernel/grants.ts'
import { pageMeta, pages } from '#contract/menu.ts'
import { grantsOf } from '#server/seed/roles.ts'
import type { Grid } from '#src/grid/define.ts'
import { commandTitlesFor } from './support/commands.ts'
import { type ConsolePage, complaintsOf, expectNoComplaints } from './support/console-page.ts'
import { listsByAccount, titleOf } from './support/lists-by-account.ts'
import { expect, test } from './support/test.ts'

test.use({ hasTouch: true, isMobile: true })

/** What a touch does is there in the next frames: it is looked for at once, and patiently where the machine is busy. */
const intervals = [0, 20, 20, 50, 100, 250]
const soon = (read: () => Promise<unknown>) => expect.poll(read, { intervals })

/** Goes to a list by the menu; where that does not name it, as a link of its page does. */
async function goTo(desk: ConsolePage, grid: Grid): Promise<void> {
  const { page } = desk
  if (pageMeta[grid.page]?.hidden) await page.evaluate((path) => history.pushState(null, '', path), pages[grid.page])
  else {
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu', exact: true })
    await menu.getByRole('link', { name: titleOf(grid), exact: true }).tap()
    await soon(() => menu.isVisible()).toBe(false)
  }
  await expect(desk.heading(titleOf(grid))).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const firstCard = (page: Page) => page.getByRole('main').locator('[data-place="0"]:enabled')

/** Keeps a finger on something for as long as a menu takes, and lets go. What was moved or drawn anew meanwhile is pressed again. */
async function longPress(page: Page, target: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd' | 'touchCancel', touchPoints: { x: number; y: number }[] = []) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await expect(async () => {
    const { x, y, width, height } = (await target.boundingBox())!
    await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }])
    try {
      await expect.poll(() => page.getByRole('menu').isVisible(), { intervals, timeout: 5_000 }).toBe(true)
    } catch (error) {
      await touch('touchCancel')
      throw error
    }
  }).toPass()
  await touch('touchEnd')
  await cdp.detach()
}

/** The menu of a card: it stays when the finger is lifted, and holds every command of its row. */
async function presses(desk: ConsolePage, card: Locator, acts: readonly string[]): Promise<void> {
  const { page } = desk
  const list = page.url()
  await longPress(page, card)
  const folded = page.getByRole('menuitem', { name: /^Not now/ })
  const foldedCount = await folded.count()
  if (foldedCount > 0) {
    await folded.tap()
    await expect(page.getByRole('menu')).toHaveCount(2)
  }
  const names = await page.getByRole('menuitem').locator('> span:first-child').allInnerTexts()
  if (foldedCount > 0) {
    await soon(async () => {
      await page.keyboard.press('Escape')
      return page.getByRole('menu').count()
    }).toBe(0)
    await longPress(page, card)
  }
  expect(names).toEqual(expect.arrayContaining([...acts, 'Copy the row']))
  expect(page.url().split('?')[0]).toBe(list.split('?')[0])
  await expect(page.getByRole('menu')).toBeVisible()
  // a tap beside the menu closes it, and opens nothing
  const { x, y, width, height } = (await page.getByRole('menu').boundingBox())!
  await page.touchscreen.tap(x > 40 ? x / 2 : x + width + 10, y + height / 2)
  await soon(() => page.getByRole('menu').isVisible()).toBe(false)
  expect(page.url().split('?')[0]).toBe(list.split('?')[0])
}

/** Marks a card, sees what can be done to it, and takes the mark away. */
async function selects({ page }: ConsolePage): Promise<void> {
  const card = firstCard(page)
  const select = page.getByRole('contentinfo').getByRole('button', { name: 'Select', exact: true })
  await select.tap()
  await card.tap()
  await soon(() => card.getAttribute('aria-pressed')).toBe('true')
  expect(await select.getAttribute('aria-pressed')).toBe('true')
  await expect(page.getByRole('main').getByText(/^1 selected/)).toBeVisible()
  await card.tap()
  await soon(() => card.getAttribute('aria-pressed')).toBe('false')
  await select.tap()
  await soon(() => card.getAttribute('aria-pressed')).toBeNull()
}

/** Taps a card until something is so. On a busy machine a tap lasts as long as a press: its menu is closed, and the card tapped again. */
async function tapUntil(page: Page, card: Locator, isSo: () => Promise<boolean>): Promise<void> {
  await card.tap()
  await soon(async () => {
    if (await isSo()) return true
    if (await page.getByRole('menu').isVisible()) {
      await page.keyboard.press('Escape')
      await card.tap()
    }
    return false
  }).toBe(true)
}

/** Opens a card: its page, or a look at it. */
async function opens(desk: ConsolePage, grid: Grid, card: Locator): Promise<void> {
  const { page } = desk
  if (!grid.open) {
    const close = page.getByRole('button', { name: 'Close the peek' })
    await tapUntil(page, card, () => close.isVisible())
    await close.tap()
    return
  }
  const list = page.url().split('?')[0]
  await tapUntil(page, card, async () => page.url().split('?')[0] !== list)
  await page.goBack()
  await expect(desk.heading(titleOf(grid))).toBeVisible()
}

/** What lies behind buttons of the filter line: the form, and everything else of the list. */
async function finds({ page }: ConsolePage, names: readonly string[], mayExport: boolean): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('search').getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog', { name, exact: true })
    await button.tap()
    await soon(() => dialog.isVisible()).toBe(true)
    if (name === 'More') expect(await dialog.getByRole('button', { name: 'Export' }).isVisible()).toBe(mayExport)
    await button.tap()
    await soon(() => dialog.isVisible()).toBe(false)
  }
}

/** Lists of each account on which everything is tried that is one code for all: menus, marks, the form of the filter. */
const walkedMin = 2

for (const { mark, account, lists } of listsByAccount) {
  test(`${account} opens ${lists.length} lists by touch at 390 pixels, as cards`, async ({ sit }) => {
    const desk = await sit(account, { screen: [390, 844] })
    const { page } = desk
    const complaints = complaintsOf(page)
    const { may } = rightsOf(grantsOf(mark))
    const card = firstCard(page)
    const empty = page.getByRole('heading', { name: /Nothing (here yet|matches)/ })
    let walked = 0
    for (const grid of lists) {
      await test.step(grid.id, async () => {
        await goTo(desk, grid)
        await soon(async () => (await card.isVisible()) || (await empty.isVisible())).toBe(true)
        if (await empty.isVisible()) return
        if (walked < walkedMin) {
          await finds(
            desk,
            ['More', 'Filter by a form'],
            grid.listing.export !== undefined && may(grid.listing.export.requires),
          )
          await presses(desk, card, commandTitlesFor(grid, mark))
          await selects(desk)
        }
        await opens(desk, grid, card)
        walked += 1
      })
    }
    expect(walked).toBeGreaterThanOrEqual(walkedMin)
    await expectNoComplaints(page, complaints)
  })
}
