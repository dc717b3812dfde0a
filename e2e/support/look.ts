import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** What axe is asked about: a part of the page, by a selector; rules by their names. Without them everything. */
interface Asked {
  readonly part?: string
  readonly rules?: readonly string[]
}

/** Expects that axe finds nothing on the page as it is now. */
export async function clean(page: Page, { part, rules }: Asked = {}): Promise<void> {
  // half a megabyte, twice, for a page that has it already
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  // there are no frames, for which it would open a page of its own each time
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode()
  axe.options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  if (rules) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

/** What opens over a page. */
export const over = { menu: '[role=menu]', dialog: '[role=dialog]' } as const

/** What axe asks of a page as a whole, however little of it is new. */
const ofPages = ['region', 'landmark-unique', 'landmark-one-main', 'landmark-no-duplicate-main', 'duplicate-id-aria']

/** Has the page wear from now on what the system wears, as somebody may choose. */
export async function adapts(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'theme', value: 'system', url: page.url() }])
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
}

/** Changes the theme of the system, and waits until everything has its colours. */
async function wear(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
}

/**
 * Expects no fault of a page that wears what the system wears, or of the part of it that has just come: what lies behind
 * was asked about before. In the other theme nothing but its colours is another.
 */
export async function faultless(page: Page, part?: string): Promise<void> {
  await wear(page, 'dark')
  const within = part ? { part } : {}
  await clean(page, within)
  if (part) await clean(page, { rules: ofPages })
  await wear(page, 'light')
  await clean(page, { ...within, rules: ['color-contrast'] })
  await wear(page, 'dark')
}

/** Words that do not fit where they stand and cannot be read otherwise, and a page that is wider than its window. */
export const clipped = (page: Page): Promise<string[]> =>
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
