import type { Page } from 'playwright/test'
import type { Account } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** Everything the browser complains about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

/** Opens every page of the menu, one after the other, and sees its heading with rows or that there are none. */
async function opensEveryPage({ page }: ConsolePage, openMenu: () => Promise<void> = async () => {}): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const main = page.getByRole('main')
  const grid = main
    .getByRole('gridcell')
    .or(main.getByRole('listitem'))
    .or(main.getByRole('heading', { level: 2 }))
  await openMenu()
  await expect(menu.getByRole('link')).not.toHaveCount(0)
  const titles = await menu.getByRole('link').allTextContents()
  await page.keyboard.press('Escape')
  for (const title of titles) {
    const name = title.replace(/g\s*\w$/, '').trim()
    await openMenu()
    await menu.getByRole('link', { name }).press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(grid.first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  }
}

const accounts: readonly Account[] = ['ops', 'cs', 'leader', 'manager', 'admin']
for (const who of accounts) {
  test(`every page of the menu of ${who} opens`, async ({ sit }) => {
    const desk = await sit(who)
    const complaints = complaintsOf(desk.page)

    await opensEveryPage(desk)

    expect(complaints).toEqual([])
  })
}

test('every page of the menu of ops opens on a tablet', async ({ sit }) => {
  const desk = await sit('ops', { screen: [1024, 768] })
  const complaints = complaintsOf(desk.page)

  await opensEveryPage(desk)

  expect(complaints).toEqual([])
})

test('every page of the menu of ops opens on a phone', async ({ sit }) => {
  const desk = await sit('ops', { screen: [390, 844] })
  const complaints = complaintsOf(desk.page)

  await opensEveryPage(desk, () => desk.page.getByRole('button', { name: 'Menu' }).press('Enter'))

  expect(complaints).toEqual([])
})
