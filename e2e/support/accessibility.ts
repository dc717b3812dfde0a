import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import type { ConsolePage } from './console-page.ts'
import { lowContrast } from './contrast.ts'

/** Expects no accessibility violation (axe) but of contrast: of these rules, or of all. */
async function expectRulesKept(page: Page, part?: string, rules?: readonly string[]): Promise<void> {
  // half a megabyte, twice, for a page that has it already
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  // there are no frames, for which it would open a page of its own each time
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode()
  // no rule that is asked for reads the style sheets, which it would fetch anew
  axe.options({ resultTypes: ['violations'], preload: false })
  if (part) axe.include(part)
  if (rules) axe.withRules([...rules])
  else axe.disableRules(['color-contrast'])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

const expectContrast = async (page: Page, part?: string): Promise<void> =>
  expect(await lowContrast(page, part), 'too little contrast').toEqual([])

/** Expects no accessibility violation (axe) on the page as it is now, or in a part of it. */
export async function expectNoAxeViolations(page: Page, part?: string): Promise<void> {
  await expectRulesKept(page, part)
  await expectContrast(page, part)
}

/** What opens over a page. */
export const overlays = { menu: '[role=menu]', dialog: '[role=dialog]' } as const

/** What axe asks of a page as a whole, however little of it is new. */
const ofPages = ['region', 'landmark-unique', 'landmark-one-main', 'landmark-no-duplicate-main', 'duplicate-id-aria']

/** Chooses the theme 'as the system': the page follows `prefers-color-scheme` from now on. */
export async function useSystemTheme(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'theme', value: 'system', url: page.url() }])
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
}

/** Changes the theme of the system to the other one, and waits until everything has its colours. */
async function switchTheme(page: Page): Promise<void> {
  const html = page.locator('html')
  const colorScheme = (await html.getAttribute('data-theme')) === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  await expect(html).toHaveAttribute('data-theme', colorScheme)
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
}

/**
 * Expects no accessibility violation in either theme, on the page or in the part of it that has just opened: what lies
 * behind was checked before. In the second theme, which stays, only contrast is checked: nothing else differs.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await expectNoAxeViolations(page, part)
  if (part) await expectRulesKept(page, undefined, ofPages)
  await switchTheme(page)
  await expectContrast(page, part)
}

/** Clipped texts that have no title to read them by, and a page that overflows its window. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.offsetParent !== null &&
        element.clientWidth > 2 && // what is only read out is smaller
        getComputedStyle(element).overflowX !== 'visible' &&
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
        ) &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.title !== element.textContent,
    )
    const { scrollWidth } = document.documentElement
    return [
      ...words.map(({ textContent }) => textContent ?? ''),
      ...(scrollWidth > innerWidth ? [`the page: ${scrollWidth}`] : []),
    ]
  })

/** Opens a layer by keys, checks it in both themes, and leaves it. */
export async function checkLayer(desk: ConsolePage, keys: string, part: string): Promise<void> {
  await desk.press(keys)
  await expect(desk.page.locator(part).first()).toBeVisible()
  await expectAccessible(desk.page, part)
  await desk.press('Escape')
  await expect(desk.page.locator(part)).toHaveCount(0)
}
