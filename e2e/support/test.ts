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
}

interface World {
  /** Has somebody sit down at a screen of their own, in a session that was just opened. */
  sit: (who: Account, sitting?: Sitting) => Promise<Desk>
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

export const test = base.extend<World>({
  baseURL: async ({}, use) => use(serverUrl()),

  sit: async ({ browser }, use) => {
    const open: (() => Promise<void>)[] = []
    await use(async (who, { screen: [width, height] = [1440, 900], locale = 'en-GB', path = '/' } = {}) => {
      const context = await browser.newContext({ viewport: { width, height }, locale })
      open.push(() => context.close())
      const { token } = await enter(who)
      await context.addCookies([{ name: tokenCookie, value: encodeURIComponent(token), url: serverUrl() }])
      const page = await context.newPage()
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      return new Desk(page)
    })
    for (const close of open) await close()
  },
})
export { expect }
