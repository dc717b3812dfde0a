import { pages } from '#contract/menu.ts'
import { languages } from '#locales/index.ts'
import { clippedTexts, expectAccessible, overlays, useSystemTheme } from './support/accessibility.ts'
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

test('home, menus, dialogs and tips are without fault in either theme', async ({ sit }) => {
  const desk = await sit('manager', { path: '/' })
  const { page } = desk
  await useSystemTheme(page)
  await expect(page.locator('svg path[stroke-width="2"]')).toHaveCount(2)
  await expectAccessible(page)

  for (const name of ['Text size', 'Language', 'manager']) {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, overlays.menu)
    await desk.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await page.getByRole('navigation', { name: 'Open pages' }).getByRole('link').click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, overlays.menu)
  await desk.press('Escape')

  await page.getByRole('button', { name: 'Full screen' }).hover()
  await expect(page.getByRole('tooltip')).toBeAttached()
  await expectAccessible(page, '[data-radix-popper-content-wrapper]')
  await page.mouse.move(0, 0)

  for (const name of ['Theme', 'Settings']) {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await expect(desk.dialog).toBeVisible()
    await expectAccessible(page, overlays.dialog)
    await desk.press('Escape')
    await expect(desk.dialog).toBeHidden()
  }
  await desk.search('change password')
  await expectAccessible(page, overlays.dialog)
  await desk.press('Enter')
  await expect(page.getByLabel('Original password')).toBeVisible()
  await expectAccessible(page, overlays.dialog)
})

test('sign-in, the ways nowhere and a small screen are without fault in either theme', async ({ visitor, sit }) => {
  await visitor.goto('/login')
  await useSystemTheme(visitor)
  await expect(visitor.getByLabel('Account')).toBeVisible()
  await expectAccessible(visitor)

  const desk = await sit('ops', { screen: [390, 844], path: '/' })
  await useSystemTheme(desk.page)
  await expect(desk.page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expectAccessible(desk.page)
  await desk.page.getByRole('button', { name: 'Menu' }).press('Enter')
  await expect(desk.dialog).toBeVisible()
  await expectAccessible(desk.page, overlays.dialog)
  for (const path of ['/404', '/401']) {
    await desk.page.goto(path)
    await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(desk.page)
  }
})

test('nothing is cut off on the start page on any screen, and a column is as wide as its heading, in every language', async ({
  sit,
}) => {
  test.slow()
  const { page } = await sit('manager')
  const heads = page.locator('.ag-header-cell:not([col-id="#mark"]) .ag-header-cell-text')
  const cutHeads = () =>
    heads.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
  for (const language of languages) {
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
    await page.goto(pages.home)
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      // the chart follows a change of width a frame later
      await expect.poll(() => clippedTexts(page), `${language}, ${width} wide`).toEqual([])
    }

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate((path) => history.pushState(null, '', path), pages.extensions)
    await expect(heads.first()).toBeVisible()
    await expect.poll(cutHeads, language).toEqual([])
  }
})

test('nothing is cut off and nothing moves on the sign-in page, in no language and on no screen', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    window.moved = 0
    new PerformanceObserver((list) => {
      // only entries of this one type are observed, and the library has no name for it
      for (const entry of list.getEntries() as LayoutShift[]) window.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const language of languages) {
    await page.context().addCookies([{ name: 'language', value: language, url: baseURL! }])
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height })
      await page.goto('/login')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.getByText('UTC+5:30')).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      // in thousandths: on a busy machine a font that comes late moves a line by less than a hair
      const moved = Math.floor((await page.evaluate(() => window.moved)) * 1_000)
      expect([language, width, await clippedTexts(page), moved]).toEqual([language, width, [], 0])
    }
  }
})
