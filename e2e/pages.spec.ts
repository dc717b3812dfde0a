import type { Page } from 'playwright/test'
import { pages as pathOf } from '#contract/menu.ts'
import { expectAccessible, useSystemTheme } from './support/accessibility.ts'
import type { Account } from './support/api.ts'
import { complaintsOf, expectNoComplaints } from './support/console-page.ts'
import { grids } from './support/lists-by-account.ts'
import { addressOf, pagesByAccount } from './support/pages-by-account.ts'
import { expect, test } from './support/test.ts'

/** Lists are opened, and seen to complain of nothing, by whoever walks them: `lists-keys`, `lists-touch`. */
const lists: ReadonlySet<string> = new Set(grids.map(({ page }) => pathOf[page]))

const laptop = { width: 1440, height: 600 } as const
const smallScreens = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const

/** What the menu leads to; what leads out of the console opens elsewhere. */
const menuLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link').and(page.locator(':not([target=_blank])'))
const linkTo = (page: Page, path: string) => menuLinks(page).and(page.locator(`[href="${path}"]`))

/** Sees rows or that there are none, or parts with headings; and nothing that is still to come. */
async function expectContent(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const content = main
    .getByRole('gridcell')
    .or(main.getByRole('listitem'))
    .or(main.getByRole('heading', { level: 2 }))
  // a narrow screen hides some columns
  await expect(content.filter({ visible: true })).not.toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

async function expectContentOnSmallScreens(page: Page): Promise<void> {
  for (const screen of smallScreens) {
    await page.setViewportSize(screen)
    await expectContent(page)
  }
  await page.setViewportSize(laptop)
}

/** Opens a page by the menu. */
async function openByMenu(page: Page, path: string): Promise<void> {
  const link = linkTo(page, path).first()
  // without the keys that lead there
  const name = await link.evaluate((element) => {
    const named = element.cloneNode(true) as Element // a clone is what it is of
    for (const keys of named.querySelectorAll('kbd')) keys.remove()
    return named.textContent.trim()
  })
  await link.press('Enter')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expectContent(page)
}

for (const [account, pages] of pagesByAccount) {
  test(`${pages.length} pages that are no lists open for ${account} without fault in either theme, those of the menu on small screens as well`, async ({
    sit,
  }) => {
    const { page } = await sit(account)
    const complaints = complaintsOf(page)
    await useSystemTheme(page)
    await expect(menuLinks(page)).not.toHaveCount(0)
    for (const { path } of pages) {
      await test.step(path, async () => {
        const isInMenu = (await linkTo(page, path).count()) > 0
        if (isInMenu) await openByMenu(page, path)
        else {
          const address = await addressOf(path, account)
          await page.evaluate((to) => history.pushState(null, '', to), address)
        }
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(page.locator('[aria-busy=true], main [role=progressbar]')).toHaveCount(0)
        await expectAccessible(page)
        if (isInMenu) await expectContentOnSmallScreens(page)
      })
    }
    await expectNoComplaints(page, complaints)
  })
}

const accounts: readonly Account[] = ['ops', 'cs', 'leader', 'manager', 'admin']
for (const who of accounts) {
  test(`every other page of the menu of ${who} that is no list opens, by the drawer of a phone as well`, async ({
    sit,
  }) => {
    const { page } = await sit(who)
    const complaints = complaintsOf(page)
    const walked = new Set(pagesByAccount.get(who)?.map(({ path }) => path))
    await expect(menuLinks(page)).not.toHaveCount(0)
    const all = await menuLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(all).toContain(pathOf.home)

    for (const path of all.filter((one) => !lists.has(one) && !walked.has(one))) {
      await test.step(path, async () => {
        await openByMenu(page, path)
      })
    }

    await page.setViewportSize(smallScreens[1])
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    await openByMenu(page, pathOf.home)
    await expectNoComplaints(page, complaints)
  })
}
