import { pages } from '#contract/menu.ts'
import { languages } from '#locales/index.ts'
import type { Desk } from './support/desk.ts'
import { clean, clipped, inTheme, schemes } from './support/look.ts'
import { expect, test } from './support/test.ts'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
}
declare global {
  interface Window {
    /** How much has moved on the page since it was opened. */
    moved: number
  }
}

const screens = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

async function wear({ page }: Desk, scheme: (typeof schemes)[number]): Promise<void> {
  await page.context().addCookies([{ name: 'theme', value: scheme, url: page.url() }])
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
}

for (const scheme of schemes) {
  test(`home, menus, dialogs and tips are clean of what axe finds, in the ${scheme}`, async ({ sit }) => {
    const desk = await sit('manager')
    const { page } = desk
    await wear(desk, scheme)
    await expect(page.locator('svg path[stroke-width="2"]')).toHaveCount(2)
    await clean(page, inTheme[scheme])

    for (const name of ['Text size', 'Language', 'manager']) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await clean(page, inTheme[scheme])
      await desk.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
    }
    await page.getByRole('navigation', { name: 'Open pages' }).getByRole('link').click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await clean(page, inTheme[scheme])
    await desk.press('Escape')

    await page.getByRole('button', { name: 'Full screen' }).hover()
    await expect(page.getByRole('tooltip')).toBeAttached()
    await clean(page, inTheme[scheme])

    for (const name of ['Theme', 'Settings']) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await expect(desk.dialog).toBeVisible()
      await clean(page, inTheme[scheme])
      await desk.press('Escape')
      await expect(desk.dialog).toBeHidden()
    }
    for (const name of ['change password', 'home']) {
      await desk.search(name)
      await clean(page, inTheme[scheme])
      await desk.press('Enter')
      await clean(page, inTheme[scheme])
      await desk.press('Escape')
    }
  })

  test(`sign-in, the ways nowhere and a small screen are clean of what axe finds, in the ${scheme}`, async ({
    page,
    sit,
  }) => {
    await page.goto('/login')
    await page.context().addCookies([{ name: 'theme', value: scheme, url: page.url() }])
    await page.reload()
    await expect(page.getByLabel('Account')).toBeVisible()
    await clean(page, inTheme[scheme])

    const desk = await sit('ops', { screen: [390, 844] })
    await wear(desk, scheme)
    await expect(desk.page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
    await clean(desk.page, inTheme[scheme])
    await desk.page.getByRole('button', { name: 'Menu' }).press('Enter')
    await expect(desk.dialog).toBeVisible()
    await clean(desk.page, inTheme[scheme])
    for (const path of ['/404', '/401']) {
      await desk.page.goto(path)
      await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible()
      await clean(desk.page, inTheme[scheme])
    }
  })
}

test('nothing is cut off on the start page, in no language and on no screen', async ({ sit }) => {
  test.slow()
  const desk = await sit('manager')
  const { page } = desk
  for (const language of languages) {
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
    await page.reload()
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      // the chart follows a change of width a frame later
      await expect.poll(() => clipped(page), `${language}, ${width} wide`).toEqual([])
    }
  }
})

test('a column is as wide as its heading, in every language', async ({ sit }) => {
  test.slow()
  const { page } = await sit('manager', { path: pages.extensions })
  for (const language of languages) {
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
    await page.reload()
    const heads = page.locator('.ag-header-cell:not([col-id=mark]) .ag-header-cell-text')
    await expect(heads.first()).toBeVisible()
    const cut = (all: Element[]) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)
    await expect.poll(() => heads.evaluateAll(cut), language).toEqual([])
  }
})

test('nothing is cut off and nothing moves on the sign-in page, in no language and on no screen', async ({ page }) => {
  await page.addInitScript(() => {
    window.moved = 0
    new PerformanceObserver((list) => {
      // only entries of this one type are observed, and the library has no name for it
      for (const entry of list.getEntries() as LayoutShift[]) window.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const language of languages) {
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height })
      await page.goto('/login')
      await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByText('UTC+5:30')).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      const moved = await page.evaluate(() => window.moved)
      expect([language, width, await clipped(page), moved]).toEqual([language, width, [], 0])
    }
  }
})
