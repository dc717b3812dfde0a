import { overview } from '#contract/overview.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, signIn, test } from './support/test.ts'

const tabs = ({ page }: ConsolePage) => page.getByRole('navigation', { name: 'Open pages' })
const tab = (desk: ConsolePage, name: string) => tabs(desk).getByRole('link', { name, exact: true })
const menu = ({ page }: ConsolePage) => page.getByRole('navigation', { name: 'Menu' })
/** Which tabs are open, from the left. */
const open = (desk: ConsolePage) => tabs(desk).getByRole('link')

/** Opens pages by the menu, one after the other. */
async function visit(desk: ConsolePage, ...names: string[]): Promise<void> {
  for (const name of names) {
    await menu(desk).getByRole('link', { name }).press('Enter')
    await expect(desk.heading(name)).toBeVisible()
  }
}

/** Opens an address within the console, as a link does: as one of this server, whatever it looks like. */
const follow = ({ page }: ConsolePage, path: string) =>
  page.evaluate((to) => history.pushState(null, '', location.origin + to), path)
const titled = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { name, level: 1 })

test('an address leads where it should, to 404 or to 401; /redirect fetches anew; the way to a page leads back up', async ({
  sit,
}) => {
  const desk = await sit('ops', { path: '/' })
  const { page } = desk
  await expect(page).toHaveURL('/home_page')

  await test.step('/redirect, in the tab it has', async () => {
    const path = overview.waiting.at.split(' ')[1]!
    const again = page.waitForResponse((response) => response.url().includes(path))
    await page.goto('/redirect/home_page')
    await again
    await expect(page).toHaveURL('/home_page')
    await expect(open(desk)).toHaveText(['Home'])
  })

  for (const [path, heading] of [
    ['//b', 'There is no such page'],
    ['/%', 'There is no such page'],
    ['/no/such/page/', 'There is no such page'],
  ] as const) {
    await page.goto(new URL(page.url()).origin + path)
    await expect(page).toHaveURL('/404')
    await expect(titled(desk, heading)).toBeAttached()
  }
  for (const [path, to, heading] of [
    ['/order_management', '/order_management/loan_list', 'Loan list'],
    ['/no/such/page', '/404', 'There is no such page'],
    ['/system/operate_record', '/401', 'This page is not open to you'],
    ['/login', '/home_page', 'Home'],
    ['/home_manage', '/home_manage/home', 'Daily overview'],
    ['/order_management/order_list/?q=state%3A50', '/order_management/order_list?q=state%3A50', 'Order list'],
  ] as const) {
    await follow(desk, path)
    await expect(page).toHaveURL(to)
    await expect(titled(desk, heading)).toBeAttached()
  }

  await test.step('the way leads up, and the page itself is no link', async () => {
    const trail = page.getByRole('navigation', { name: 'Where you are' })
    await expect(trail.getByRole('listitem')).toHaveText(['Orders', 'Order list'])
    await expect(trail.getByRole('link')).toHaveText(['Orders'])
    await trail.getByRole('link').press('Enter')
    await expect(desk.heading('Loan list')).toBeVisible()
  })
})

test('only sign-in and the way back from elsewhere open without a token; what is brought back goes to the window that asked', async ({
  visitor: page,
}) => {
  for (const path of ['/404', '/redirect/home_page']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login/)
  }
  await page.goto('/auth-redirect?code=7&state=a')
  await expect(page).toHaveURL('/login?code=7&state=a')

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open('/auth-redirect?code=8', 'away')),
  ])
  await expect(page).toHaveURL('/login?code=8')
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('tabs are closed one by one, all others, or all; one keeps its filter while it is open, and keys lead from tab to tab', async ({
  sit,
}) => {
  const desk = await sit('ops')
  await visit(desk, 'Customers', 'Order list', 'Repayment plans')
  await expect(open(desk)).toHaveText(['Home', 'Customers', 'Order list', 'Repayment plans'])
  await expect(tabs(desk).getByRole('button', { name: 'Close Home' })).toHaveCount(0)

  await tabs(desk).getByRole('button', { name: 'Close Repayment plans' }).press('Enter')
  await expect(desk.heading('Order list')).toBeVisible()
  await tab(desk, 'Customers').press('Shift+F10')
  await expect(desk.page.getByRole('menuitem')).toHaveText(['Refresh', 'Close', 'Close others', 'Close all'])
  await desk.page.getByRole('menuitem', { name: 'Close others' }).press('Enter')
  await expect(open(desk)).toHaveText(['Home', 'Customers'])
  await expect(desk.heading('Customers')).toBeVisible()

  await desk.go('g w', 'Failed payouts')
  await desk.ask('attempts:1')
  await expect(desk.page).toHaveURL('/order_management/wait_relent?q=attempts%3A1')
  await desk.press('g P')
  await expect(desk.heading('Customers')).toBeVisible()
  await desk.press('g N')
  await expect(desk.page).toHaveURL('/order_management/wait_relent?q=attempts%3A1')
  await expect(desk.heading('Failed payouts')).toBeVisible()
  await desk.press('g Q')
  await expect(desk.heading('Customers')).toBeVisible()
  await desk.go('g w', 'Failed payouts')
  await expect(desk.page).toHaveURL('/order_management/wait_relent')

  await desk.search('close all tabs')
  await desk.press('Enter')
  await expect(open(desk)).toHaveText(['Home'])
  await expect(desk.page).toHaveURL('/home_page')
})

test('the wheel moves the strip of tabs sideways', async ({ sit }) => {
  const desk = await sit('admin', { screen: [1000, 700] })
  const names = [
    'Customers',
    'Open cases',
    'Loan list',
    'Order list',
    'Repayment plans',
    'Failed payouts',
    'Reductions',
  ]
  await visit(desk, ...names, 'Order changes')
  const strip = tabs(desk).getByRole('list')
  const left = () => strip.evaluate(({ scrollLeft }) => scrollLeft)
  const before = await left()
  expect(before).toBeGreaterThan(0)

  await strip.hover()
  await desk.page.mouse.wheel(0, -200)

  await expect.poll(left).toBeLessThan(before)
})

test('the menu is put away and comes back as it was left; on a small screen it is a drawer', async ({ sit }) => {
  const desk = await sit('ops')
  await desk.page.getByRole('button', { name: 'Hide the menu' }).press('Enter')
  await expect(menu(desk).getByRole('link', { name: 'Loan list' })).toHaveCount(0)
  await desk.page.reload()
  await expect(desk.page.getByRole('button', { name: 'Show the menu' })).toBeVisible()
  await menu(desk).getByRole('button', { name: 'Orders' }).press('Enter')
  await desk.page.getByRole('menuitem', { name: 'Loan list' }).press('Enter')
  await expect(desk.heading('Loan list')).toBeVisible()

  await desk.page.setViewportSize({ width: 991, height: 800 })
  await desk.page.getByRole('button', { name: 'Menu' }).press('Enter')
  await expect(desk.dialog.getByRole('link', { name: 'Order list' })).toBeVisible()
  await desk.dialog.getByRole('link', { name: 'Order list' }).press('Enter')
  await expect(desk.dialog).toBeHidden()
  await expect(desk.heading('Order list')).toBeVisible()
})

test('what goes wrong is counted, read and cleared; the watermark says who looks, comes back when it is taken away, and goes with the session', async ({
  sit,
}) => {
  const desk = await sit('ops', { path: '/' })
  const { page } = desk

  await test.step('errors of the console', async () => {
    await expect(desk.heading('Home')).toBeAttached()
    await expect(page.getByRole('button', { name: /Error log/ })).toHaveCount(0)
    await page.evaluate(() => reportError(new TypeError('the wheel of "Anita Rao" came off')))
    await page.getByRole('button', { name: 'Error log (1)' }).press('Enter')
    await expect(desk.dialog.getByRole('listitem')).toContainText('TypeError: the wheel of “…” came off')
    await desk.dialog.getByLabel('Search').fill('nothing of the kind')
    await expect(desk.dialog.getByRole('listitem')).toHaveCount(0)
    await desk.dialog.getByLabel('Search').fill('wheel home_page')
    await expect(desk.dialog.getByRole('listitem')).toHaveCount(1)
    await desk.dialog.getByRole('button', { name: 'Clear All' }).press('Enter')
    await expect(desk.dialog.getByRole('listitem')).toHaveCount(0)
    await desk.press('Escape')
    await expect(page.getByRole('button', { name: /Error log/ })).toHaveCount(0)
  })

  await test.step('who signs in next finds nothing of theirs', async () => {
    await visit(desk, 'Customers')
    const sheet = page.locator('body > div[style*="data:image/svg+xml"]')
    await expect(sheet).toHaveAttribute('style', /%3Eops%3C.*20\d\d-\d\d-\d\d/)
    await sheet.evaluate((element) => element.remove())
    await expect(sheet).toHaveCount(1)
    await sheet.evaluate((element) => element.setAttribute('style', 'display:none'))
    await expect(sheet).toHaveCount(1)

    await desk.search('log out')
    await desk.press('Enter')
    await expect(page).toHaveURL('/login')
    await expect(sheet).toHaveCount(0)
    await signIn(page, 'manager')
    await expect(open(desk)).toHaveText(['Home'])
  })
})
