import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** What axe is asked about: a part of the page, by a selector; rules by their names. Without them everything. */
interface Asked {
  readonly part?: string
  readonly rules?: readonly string[]
}

export const schemes = ['dark', 'light'] as const
/** What axe is asked about in a theme: in the other one nothing but its colours is another. */
export const inTheme: Readonly<Record<(typeof schemes)[number], Asked>> = {
  dark: {},
  light: { rules: ['color-contrast'] },
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
