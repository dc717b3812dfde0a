import { announcements } from '#contract/announcements.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { type PageId, pages } from '#contract/menu.ts'
import type { Account } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Languages with long words. */
const languages = ['es', 'vi', 'id'] as const
/** Lists with much to do and many views, by who works them. */
const lists = {
  ops: ['failedPayouts', 'orders'],
  manager: ['plans'],
  leader: ['openCases'],
} as const satisfies Partial<Record<Account, readonly PageId[]>>
const accounts = Object.keys(lists) as (keyof typeof lists)[]

/** Opens a list in a language, whose keys go to its rows: what is announced to those who read it is closed first. */
async function showIn(desk: ConsolePage, language: string, list: PageId): Promise<void> {
  const { page } = desk
  await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
  const [, path] = announcements.shown.at.split(' ')
  // what the page before has asked is not answered any more
  await page.goto(pages[list], { waitUntil: 'commit' })
  const told = await page.waitForResponse((response) => new URL(response.url()).pathname === `/api${path}`)
  const { data } = (await told.json()) as { data: Output<typeof announcements.shown> } // what the call answers
  for (const { title } of data.notices.filter(({ due }) => due)) {
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await desk.press('Escape')
  }
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
}

/** Buttons of the bars over the list in front, and which of them are cut off, lie over another or below the first. */
const buttonsOf = ({ page }: ConsolePage) =>
  page.getByRole('main').evaluate((main) => {
    const end = main.getBoundingClientRect().right
    const buttons = [...main.querySelectorAll<HTMLElement>('[role=toolbar] button')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .map((button) => ({ text: button.textContent, box: button.getBoundingClientRect() }))
      .toSorted((a, b) => a.box.left - b.box.left)
    const [first] = buttons
    return {
      count: buttons.length,
      cut: buttons.filter(({ box }) => box.right > end + 1).map(({ text }) => text),
      overlapping: buttons
        .filter(({ box }, i) => box.right > (buttons[i + 1]?.box.left ?? end) + 1)
        .map(({ text }) => text),
      below: buttons.filter(({ box }) => box.top > first!.box.bottom).map(({ text }) => text),
      overflow: main.scrollWidth - main.clientWidth,
    }
  })

/** Views and bulk commands of the list in front stand in one line, those that do not fit behind “More”. */
async function expectOneLine(desk: ConsolePage): Promise<void> {
  const { page } = desk
  const bars = page.getByRole('main').getByRole('toolbar')
  await desk.press('J J')
  await expect(desk.marked).toHaveCount(3)
  await expect(bars).toHaveCount(2)
  const line = await buttonsOf(desk)
  expect(line).toEqual({ count: expect.any(Number), cut: [], overlapping: [], below: [], overflow: 0 })
  expect(line.count).toBeGreaterThan(3)
  for (const bar of await bars.all()) {
    const more = bar.locator('button[aria-haspopup=menu]')
    if ((await more.count()) === 0) continue
    await more.click()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem').or(menu.getByRole('menuitemcheckbox'))).not.toHaveCount(0)
    await desk.press('Escape')
    await expect(menu).toHaveCount(0)
  }
  // in another language a list stands where it stood
  await desk.press('Escape')
  await expect(desk.marked).toHaveCount(0)
}

for (const who of accounts) {
  test(`on a screen 1024 wide, views and bulk commands of ${who} stand in one line, whole, with “More” for the others, in every long language`, async ({
    sit,
  }) => {
    const desk = await sit(who, { screen: [1024, 768] })
    const [first, ...others] = lists[who]
    for (const language of languages) {
      await test.step(`${first} in ${language}`, async () => {
        await showIn(desk, language, first)
        await expectOneLine(desk)
      })
      for (const list of others) {
        await test.step(`${list} in ${language}`, async () => {
          const heading = desk.page.getByRole('heading', { level: 1 })
          const former = await heading.innerText()
          await desk.page.evaluate((path) => history.pushState(null, '', path), pages[list])
          await expect(heading).not.toHaveText(former)
          await expect(desk.page.locator('[role=gridcell]:focus')).toHaveCount(1)
          await expect(desk.page.locator('[aria-busy=true]')).toHaveCount(0)
          await expectOneLine(desk)
        })
      }
    }
  })
}

test('commands of a page give way to its filter; those that do not fit stand behind “More”, and run from there', async ({
  sit,
}) => {
  const desk = await sit('manager', { screen: [1024, 768] })
  const { page } = desk
  await showIn(desk, 'vi', 'collectors')
  const main = page.getByRole('main')

  const filter = await main.getByRole('search').boundingBox()
  const ends = await main
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility({ visibilityProperty: true }))
        .map((button) => button.getBoundingClientRect().right),
    )
  expect(filter!.width).toBeGreaterThan(200)
  expect(Math.max(...ends)).toBeLessThanOrEqual(1024)

  await main.getByRole('button', { name: 'Thêm', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Đưa đồng nghiệp vào thu hồi nợ' }).click()
  await expect(desk.dialog).toContainText('Đưa đồng nghiệp vào thu hồi nợ')
})

test('the last row in sight is a whole one, however high the window', async ({ sit }) => {
  const desk = await sit('manager', { path: pages.plans })
  const { page } = desk
  await expect(page.locator('[role=gridcell]:focus')).toHaveCount(1)
  await expect(desk.page.getByRole('row', { name: /^Total/ })).toBeVisible()
  for (const height of [768, 800, 900]) {
    await page.setViewportSize({ width: 1440, height })
    const total = desk.page.getByRole('row', { name: /^Total/ })
    const seen = () =>
      total.evaluate((foot) => {
        const { top } = foot.getBoundingClientRect()
        const rows = [...document.querySelectorAll('[role=row][row-index]:not(.ag-row-pinned)')]
        const tops = rows.map((row) => row.getBoundingClientRect()).filter((row) => row.top < top - 1)
        return Math.max(...tops.map(({ bottom }) => bottom)) - top
      })
    await expect.poll(seen, { message: `cut at ${height}` }).toBeLessThan(1)
  }
})
