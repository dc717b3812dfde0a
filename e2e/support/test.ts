import { test as base, expect, type Page, type Request, type Response, type TestInfo } from 'playwright/test'
import { tokenCookie } from '#contract/session.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Account, releaseToken, serverUrl, takeToken } from './api.ts'
import { ConsolePage } from './console-page.ts'

interface SessionOptions {
  /** Width and height of the screen, in pixels; that of a laptop, low, where nothing is said. */
  readonly screen?: readonly [number, number]
  /** What their browser asks for; English where nothing is said. */
  readonly locale?: string
  /** Where they go first; to a page without a call of its own where nothing is said. */
  readonly path?: string
  /** A browser context of its own, not reused: for tests that change its clock or emulate something. */
  readonly own?: boolean
}

interface Fixtures {
  /** Fixture: opens the console, signed in as an account, in a new session. */
  sit: (who: Account, sitting?: SessionOptions) => Promise<ConsolePage>
  /** Fixture: a page where nobody is signed in, which has loaded the console before. */
  visitor: Page
}

/** The lightest page of the console: bars, menu, palette and keys stand there as everywhere. */
const quietPage = '/404'

/** Wide enough for every bar, and no higher than it has to be: a browser works for every row in sight. */
const usualScreen = [1440, 600] as const

/** Session cookie of a browser context; none where nobody is signed in there any more. */
async function tokenIn(page: Page): Promise<string | undefined> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === tokenCookie)
  return cookie && decodeURIComponent(cookie.value)
}

/** Pool of idle pages, by locale and device: the next test reuses what they have loaded and compiled. */
type PagePool = Map<string, Page[]>
function poolOf(free: PagePool, kind: string): Page[] {
  const pool = free.get(kind) ?? []
  free.set(kind, pool)
  return pool
}

/** What the console's own pages are opened with: a page between them without it has the browser start another process. */
const isolated = {
  'content-type': 'text/html',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
} as const

/** Resets a page for the next test: no cookies, no storage, no permissions, no routes. */
async function resetPage(page: Page): Promise<void> {
  const context = page.context()
  const others = context.pages().filter((other) => other !== page)
  await Promise.all([page.unrouteAll(), ...others.map((other) => other.close())])
  // nothing runs there that could go on meanwhile
  await page.route('**/nothing', (route) => route.fulfill({ headers: isolated, body: '' }))
  // a page that is left writes down its tabs, on a busy machine after the next one has cleared them
  await page.evaluate(() => {
    Storage.prototype.setItem = () => undefined
  })
  await page.goto('/nothing')
  await page.unrouteAll()
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

/** Listens for what the server answers with an HTTP error or not at all: told where a test fails. Answers how to stop, and what it was. */
function failedRequests(page: Page): () => readonly string[] {
  const lines: string[] = []
  const answered = (response: Response) => {
    if (response.status() >= 400) lines.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  }
  const unanswered = (request: Request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') lines.push(`${why} ${request.method()} ${request.url()}`)
  }
  page.on('response', answered)
  page.on('requestfailed', unanswered)
  return () => {
    page.off('response', answered)
    page.off('requestfailed', unanswered)
    return lines
  }
}

/** Whether a page can be used by the next test. */
const isReusable = (page: Page, { status, expectedStatus }: TestInfo): boolean =>
  !page.isClosed() && status === expectedStatus

export const test = base.extend<Fixtures, { free: PagePool }>({
  baseURL: async ({}, use) => use(serverUrl()),

  free: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  visitor: async ({ browser, free, isMobile }, use, info) => {
    const pool = poolOf(free, `en-GB ${isMobile}`)
    const page = pool.pop() ?? (await (await browser.newContext({ locale: 'en-GB' })).newPage())
    const [width, height] = usualScreen
    await page.setViewportSize({ width, height })
    await use(page)
    if (!isReusable(page, info)) return page.context().close()
    await resetPage(page)
    pool.push(page)
  },

  sit: async ({ browser, free, isMobile }, use, info) => {
    const taken: {
      readonly pool: Page[] | null
      readonly page: Page
      readonly desk: ConsolePage
      readonly who: Account
      readonly token: string
      readonly failed: ReturnType<typeof failedRequests>
    }[] = []
    await use(async (who, { screen = usualScreen, locale = 'en-GB', path = quietPage, own = false } = {}) => {
      const pool = own ? null : poolOf(free, `${locale} ${isMobile}`)
      const page = pool?.pop() ?? (await (await browser.newContext({ locale })).newPage())
      const [width, height] = screen
      await page.setViewportSize({ width, height })
      const token = await takeToken(who)
      const desk = new ConsolePage(page)
      taken.push({ pool, page, desk, who, token, failed: failedRequests(page) })
      await page.context().addCookies([{ name: tokenCookie, value: encodeURIComponent(token), url: serverUrl() }])
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      return desk
    })
    for (const { pool, page, desk, who, token, failed } of taken) {
      const lines = failed()
      if (info.status !== info.expectedStatus && lines.length > 0) console.error(lines.join('\n'))
      if (pool && isReusable(page, info)) {
        // whoever has signed out, or was, signs in anew the next time; so does whoever has just proved who they are
        if (!desk.hasProved && (await tokenIn(page)) === token) releaseToken(who, token)
        await resetPage(page)
        pool.push(page)
      } else await page.context().close()
    }
  },
})
export { expect }
