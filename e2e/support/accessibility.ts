import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** The scope of an axe run: a part of the page, by a selector; rules by their names. Without them everything. */
interface AxeScope {
  readonly part?: string
  readonly rules?: readonly string[]
}

/** Expects no accessibility violation (axe) on the page as it is now. */
export async function expectNoAxeViolations(page: Page, { part, rules }: AxeScope = {}): Promise<void> {
  // half a megabyte, twice, for a page that has it already
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  // there are no frames, for which it would open a page of its own each time
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode()
  // no rule that is asked for reads the style sheets, which it would fetch anew
  axe.options({ resultTypes: ['violations'], preload: false })
  if (part) axe.include(part)
  if (rules) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
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

/** Changes the theme of the system, and waits until everything has its colours. */
async function switchTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
}

/**
 * Expects no accessibility violation in either theme, on the page or in the part of it that has just opened: what lies
 * behind was checked before. In the second theme only colour contrast is checked: nothing else differs.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await switchTheme(page, 'dark')
  const within = part ? { part } : {}
  await expectNoAxeViolations(page, within)
  if (part) await expectNoAxeViolations(page, { rules: ofPages })
  await switchTheme(page, 'light')
  await expectNoAxeViolations(page, { ...within, rules: ['color-contrast'] })
  await switchTheme(page, 'dark')
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
