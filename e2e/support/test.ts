import { test as base, expect, type Page } from 'playwright/test'
import { tokenCookie } from '#contract/session.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Account, signIn as enter, serverUrl } from './api.ts'
import { Desk } from './desk.ts'

interface Sitting {
  /** Width and height of the screen, in pixels. */
  readonly screen?: readonly [number, number]
  /** What their browser asks for; English where nothing is said. */
  readonly locale?: string
  /** Where they go first. */
  readonly path?: string
  /** A browser that nobody sits at afterwards: what tools do to its clock, or switch on in it, stays. */
  readonly own?: boolean
}

interface World {
  /** Has somebody sit down at a screen of their own, in a session that was just opened. */
  sit: (who: Account, sitting?: Sitting) => Promise<Desk>
}

/** Pages that nobody sits at, by what their browser is: what they have loaded and compiled, whoever sits down next has. */
type Free = Map<string, Page[]>

/** Leaves a page as somebody finds it who was never there: no cookies, nothing kept, nothing allowed, nothing in its way. */
async function left(page: Page): Promise<void> {
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

export const test = base.extend<World, { free: Free }>({
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
      return new Desk(page)
    })
    for (const [kind, page] of taken) {
      if (kind && !page.isClosed() && info.status === info.expectedStatus) {
        await left(page)
        free.set(kind, [...(free.get(kind) ?? []), page])
      } else await page.context().close()
    }
  },
})
export { expect }
