import { rightsOf } from '#contract/kernel/grants.ts'
import { pageMeta, pages } from '#contract/menu.ts'
import { grantsOf } from '#server/seed/roles.ts'
import type { Grid } from '#src/grid/define.ts'
import { expectAccessible, overlays, useSystemTheme } from './support/accessibility.ts'
import { commandTitlesFor, namesInMenu } from './support/commands.ts'
import { type ConsolePage, complaintsOf, expectNoComplaints } from './support/console-page.ts'
import { listsByAccount, titleOf } from './support/lists-by-account.ts'
import { expect, test } from './support/test.ts'

/** What a key does is there in the next frames: it is looked for at once, and patiently where the machine is busy. */
const intervals = [0, 20, 20, 50, 100, 250]
const soon = (read: () => Promise<unknown>) => expect.poll(read, { intervals })

const says = (desk: ConsolePage, text: string | RegExp) => soon(() => desk.status.innerText()).toMatch(text)
const saysNot = (desk: ConsolePage, text: RegExp) => soon(() => desk.status.innerText()).not.toMatch(text)
const shows = (desk: ConsolePage, name: string, shown: boolean) =>
  soon(() => desk.page.getByRole('dialog', { name, exact: true }).isVisible()).toBe(shown)
const peeks = ({ page }: ConsolePage, shown: boolean) =>
  soon(() => page.getByRole('button', { name: 'Close the peek' }).isVisible()).toBe(shown)

/** The column that has the focus; none where the focus is not among the rows. */
const column = ({ page }: ConsolePage) => page.evaluate(() => document.activeElement?.getAttribute('col-id') ?? null)

/** Goes to a list by its keys, else by its name; where the menu does not name it, as a link of its page does. */
async function goTo(desk: ConsolePage, grid: Grid): Promise<void> {
  if (pageMeta[grid.page]?.hidden)
    await desk.page.evaluate((path) => history.pushState(null, '', path), pages[grid.page])
  else if (grid.keys) await desk.press(grid.keys)
  else {
    await desk.search(`:${titleOf(grid)}`)
    await desk.press('Enter')
  }
  await expect(desk.heading(titleOf(grid))).toBeVisible()
  await expect(desk.page.locator('[aria-busy=true]')).toHaveCount(0)
}

const emptyWords = /Nothing (here yet|matches)/

/** How many rows stand in the list in front, as its status line says; none where it says nothing. */
async function countIn({ page, status }: ConsolePage): Promise<number> {
  const [rows, empty] = [/row 1 of ([\d,]+)/, page.getByRole('heading', { name: emptyWords })]
  await soon(async () => rows.test(await status.innerText()) || (await empty.isVisible())).toBe(true)
  return Number(rows.exec(await status.innerText())?.[1]?.replaceAll(',', '') ?? 0)
}

/** To the last row and not beyond it, back, and from column to column. */
async function moves(desk: ConsolePage, count: number): Promise<void> {
  const last = `row ${count.toLocaleString('en')} of`
  await desk.press('G j')
  await says(desk, last)
  await desk.press('g g')
  await says(desk, 'row 1 of')
  const first = await column(desk)
  await desk.press('j l')
  await says(desk, `row ${Math.min(2, count)} of`)
  await soon(() => column(desk)).not.toBe(first)
  await desk.press('k h')
  await says(desk, 'row 1 of')
  await soon(() => column(desk)).toBe(first)
}

/** A range, everything, and nothing. */
async function marks(desk: ConsolePage, count: number): Promise<void> {
  await desk.press('x J')
  await says(desk, `${Math.min(2, count)} selected`)
  await desk.press('a a')
  await says(desk, `${count.toLocaleString('en')} match`)
  await desk.press('Escape')
  await saysNot(desk, /\d match|selected/)
}

/** Escape leaves the filter line, then what lies beside the rows, then the marks: one at a time. */
async function peels(desk: ConsolePage): Promise<void> {
  const line = desk.page.getByRole('search').getByRole('combobox')
  const focused = () => line.evaluate((element) => element === document.activeElement)
  await desk.press('g g x p')
  await peeks(desk, true)
  await desk.press('/')
  await soon(focused).toBe(true)
  await desk.press('Escape')
  await soon(focused).toBe(false)
  await peeks(desk, true)
  await desk.press('Escape')
  await peeks(desk, false)
  await says(desk, '1 selected')
  await desk.press('Escape')
  await saysNot(desk, /selected/)
}

/** The order by the first column that has one, and back. */
async function sorts(desk: ConsolePage, { columns, listing }: Grid): Promise<void> {
  const shown = columns.filter(({ hidden }) => !hidden).map(({ field }) => field)
  const at = shown.findIndex((field) => listing.sort.includes(field))
  if (at < 0) return
  const head = desk.page.locator(`[role=columnheader][col-id="${shown[at]}"]`)
  const query = async () => new URL(desk.page.url()).searchParams.get('q')
  const before = await query()
  await desk.press(`Home ${'l '.repeat(at)}s`)
  await soon(query).not.toBe(before)
  await soon(() => head.getAttribute('aria-sort')).toMatch(/^(a|de)scending$/)
  await desk.press('u')
  await soon(query).toBe(before)
  await expect(desk.page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** The columns, and the row on the clipboard. */
async function takes(desk: ConsolePage): Promise<void> {
  const { page } = desk
  await desk.press('c')
  await shows(desk, 'Columns', true)
  await desk.press('Escape')
  await shows(desk, 'Columns', false)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await desk.press('g g y')
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toContain('\t')
}

const exportButton = ({ page }: ConsolePage) => page.getByRole('button', { name: 'Export', exact: true })

/** The sheet that takes the list out; from its button through the filter line back to the rows. */
async function exports(desk: ConsolePage): Promise<void> {
  await exportButton(desk).press('Enter')
  await shows(desk, 'Export', true)
  await desk.press('Escape')
  await shows(desk, 'Export', false)
  await desk.page.getByRole('search').getByRole('combobox').press('Escape')
  await soon(() => column(desk)).not.toBeNull()
}

/** Opens the row, and comes back to where it stood. */
async function opens(desk: ConsolePage, grid: Grid): Promise<void> {
  const { page } = desk
  const list = page.url()
  await desk.press('g g Enter')
  if (!grid.open) {
    await peeks(desk, true)
    await desk.press('Escape')
    return peeks(desk, false)
  }
  await soon(async () => page.url().split('?')[0]).not.toBe(list.split('?')[0])
  await page.goBack()
  await expect(desk.heading(titleOf(grid))).toBeVisible()
  await soon(() => column(desk)).not.toBeNull()
}

/** The menu of the row in front holds all that its reader may do to it. */
async function offers(desk: ConsolePage, titles: readonly string[]): Promise<void> {
  if (titles.length === 0) return
  const menu = desk.page.locator(overlays.menu)
  await desk.press('ContextMenu')
  await expect(menu).toBeVisible()
  expect(await namesInMenu(desk.page)).toEqual(expect.arrayContaining([...titles]))
  await soon(async () => {
    await desk.press('Escape')
    return menu.count()
  }).toBe(0)
}

/**
 * Lists of each account on which every key is tried: what keys do is not declared by a list, and is one code for all.
 * That every row leads to its page is seen by touch.
 */
const walkedMin = 2

for (const { mark, account, lists } of listsByAccount) {
  test(`${account} walks ${lists.length} lists by keys alone, each without fault in either theme`, async ({ sit }) => {
    const desk = await sit(account)
    await useSystemTheme(desk.page)
    const complaints = complaintsOf(desk.page)
    const { may } = rightsOf(grantsOf(mark))
    await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    let walked = 0
    for (const grid of lists) {
      await test.step(grid.id, async () => {
        await goTo(desk, grid)
        const count = await countIn(desk)
        await expectAccessible(desk.page)
        if (count === 0) return
        await offers(desk, commandTitlesFor(grid, mark))
        const mayExport = grid.listing.export !== undefined && may(grid.listing.export.requires)
        expect(await exportButton(desk).isVisible()).toBe(mayExport)
        if (walked < walkedMin) {
          await moves(desk, count)
          await marks(desk, count)
          await peels(desk)
          await takes(desk)
          if (mayExport) await exports(desk)
          await sorts(desk, grid)
          await opens(desk, grid)
        }
        walked += 1
      })
    }
    expect(walked).toBeGreaterThanOrEqual(walkedMin)
    await expectNoComplaints(desk.page, complaints)
  })
}
