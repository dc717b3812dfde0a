import type { Account } from './support/api.ts'
import { type ConsolePage, complaintsOf } from './support/console-page.ts'
import { listsByAccount, titleOf } from './support/lists-by-account.ts'
import { expect, test } from './support/test.ts'

/** Lists are opened, and seen to complain of nothing, by whoever walks them: `lists-keys`, `lists-touch`. */
const lists: ReadonlySet<string> = new Set(listsByAccount.flatMap((tour) => tour.lists.map(titleOf)))

interface Visit {
  readonly openMenu?: () => Promise<void>
  readonly isWanted?: (title: string) => boolean
}

/** Opens pages of the menu, one after the other, and sees their headings with rows or that there are none. */
async function opensPages({ page }: ConsolePage, { openMenu = async () => {}, isWanted = () => true }: Visit = {}) {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const main = page.getByRole('main')
  const grid = main
    .getByRole('gridcell')
    .or(main.getByRole('listitem'))
    .or(main.getByRole('heading', { level: 2 }))
  // what leads out of the console opens elsewhere
  const pages = menu.getByRole('link').and(page.locator(':not([target=_blank])'))
  await openMenu()
  await expect(pages).not.toHaveCount(0)
  // without the keys that lead there
  const titles = await pages.evaluateAll((links) =>
    links.map((link) => {
      const named = link.cloneNode(true) as Element
      for (const keys of named.querySelectorAll('kbd')) keys.remove()
      return named.textContent.trim()
    }),
  )
  await page.keyboard.press('Escape')
  expect(titles.filter(isWanted)).toContain('Home')
  for (const name of titles.filter(isWanted)) {
    await openMenu()
    await menu.getByRole('link', { name, exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    // a narrow screen hides some columns
    await expect(grid.filter({ visible: true })).not.toHaveCount(0)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  }
}

test('every page of the menu of ops opens on a tablet', async ({ sit }) => {
  const desk = await sit('ops', { screen: [1024, 768] })
  const complaints = complaintsOf(desk.page)

  await opensPages(desk)

  expect(complaints).toEqual([])
})

const isNoList = (title: string) => !lists.has(title)
const accounts: readonly Account[] = ['ops', 'cs', 'leader', 'manager', 'admin']
for (const who of accounts) {
  test(`every page of the menu of ${who} that is no list opens, on a phone as well`, async ({ sit }) => {
    const desk = await sit(who)
    const complaints = complaintsOf(desk.page)

    await opensPages(desk, { isWanted: isNoList })
    await desk.page.setViewportSize({ width: 390, height: 844 })
    const openMenu = () => desk.page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    await opensPages(desk, { openMenu, isWanted: isNoList })

    expect(complaints).toEqual([])
  })
}
