import { test as base, expect, type Page } from 'playwright/test'
import { tokenCookie } from '#contract/session.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Account, signIn as enter, serverUrl } from './api.ts'
import { ConsolePage } from './console-page.ts'

interface SessionOptions {
  /** Width and height of the screen, in pixels. */
  readonly screen?: readonly [number, number]
  /** What their browser asks for; English where nothing is said. */
  readonly locale?: string
  /** Where they go first. */
  readonly path?: string
  /** A browser context of its own, not reused: for tests that change its clock or emulate something. */
  readonly own?: boolean
}

interface Fixtures {
  /** Fixture: opens the console, signed in as an account, in a new session. */
  sit: (who: Account, sitting?: SessionOptions) => Promise<ConsolePage>
}

/** Pool of idle pages, by locale and device: the next test reuses what they have loaded and compiled. */
type PagePool = Map<string, Page[]>

/** Resets a page for the next test: no cookies, no storage, no permissions, no routes. */
async function resetPage(page: Page): Promise<void> {
  const context = page.context()
  const others = context.pages().filter((other) => other !== page)
  await Promise.all([page.unrouteAll(), ...others.map((other) => other.close())])
  // nothing runs there that could go on meanwhile
  await page.goto('/assets/nothing')
  const clock = await page.evaluate(() => {
    sessionStorage.clear()
    return `${Date}`
  })
  expect(clock, 'whoever has the clock stopped sits at a browser of their own').toContain('native code')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: serverUrl(), storageTypes: 'all' })
  await cdp.detach()
  await Promise.all([context.clearCookies(), context.clearPermissions()])
  await Promise.all([page.mouse.move(0, 0), page.emulateMedia({ colorScheme: 'light' })])
}

/** Types account and password into the sign-in page in front. */
export async function signIn(page: Page, account: string, password: string = demoPassword): Promise<void> {
  await expect(page.locator('[name=username]')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(account)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

export const test = base.extend<Fixtures, { free: PagePool }>({
  baseURL: async ({}, use) => use(serverUrl()),

  free: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  sit: async ({ browser, free, isMobile }, use, info) => {
    const taken: (readonly [string, Page])[] = []
    await use(async (who, { screen = [1440, 900], locale = 'en-GB', path = '/', own = false } = {}) => {
      const kind = own ? '' : `${locale} ${isMobile}`
      const page = free.get(kind)?.pop() ?? (await (await browser.newContext({ locale })).newPage())
      taken.push([kind, page])
      const [width, height] = screen
      await page.setViewportSize({ width, height })
      const { token } = await enter(who)
      await page.context().addCookies([{ name: tokenCookie, value: encodeURIComponent(token), url: serverUrl() }])
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      return new ConsolePage(page)
    })
    for (const [kind, page] of taken) {
      if (kind && !page.isClosed() && info.status === info.expectedStatus) {
        await resetPage(page)
        free.set(kind, [...(free.get(kind) ?? []), page])
      } else await page.context().close()
    }
  },
})
export { expect }
