import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { tokenCookie } from '#contract/session.ts'
import { browserArgs, findBrowser } from '#scripts/browser.ts'
import { onTeardown } from '../harness.ts'
import { signIn } from './server.ts'

/** A page in a browser of its own, with its DevTools session (CDP). */
export interface BrowserSession {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
}

/** Opens an empty page, with nothing kept from before. */
export async function launch(): Promise<BrowserSession> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserArgs] })
  onTeardown(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  return { browser, context, page, cdp: await context.newCDPSession(page) }
}

declare global {
  interface Window {
    /** For every key since it was emptied, how long it took from the key to the frame that shows it, in ms. */
    painted: number[]
    /** When the last frame was painted that changed something inside a dialog or a grid. */
    changedAt: number
    /** When the last key was pressed. */
    pressedAt: number
  }
}

/** Runs in the page, before everything else there. */
function watch(): void {
  window.painted = []
  // a message is taken after the frame that was asked for is painted
  const afterFrame = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    })
  const pressed = ({ timeStamp }: KeyboardEvent) => {
    window.pressedAt = timeStamp
    window.changedAt = Number.NaN
    afterFrame(() => window.painted.push(performance.now() - timeStamp))
  }
  window.addEventListener('keydown', pressed, { capture: true })
  let awaited = false
  const changed = () => {
    awaited = true
    afterFrame(() => {
      awaited = false
      window.changedAt = performance.now()
    })
  }
  const inside = ({ target }: MutationRecord) => {
    const element = target instanceof Element ? target : target.parentElement
    return element === document.body || element?.closest('[role=dialog], [role=grid]')
  }
  const observer = new MutationObserver((records) => {
    if (!awaited && records.some(inside)) changed()
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

/** Opens the console as somebody who is signed in; `prepare` comes before anything is loaded. */
export async function openConsole(
  url: string,
  account: string,
  path: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<BrowserSession> {
  const looking = await launch()
  const { context, page, cdp } = looking
  await prepare?.(context)
  await context.addCookies([{ name: tokenCookie, value: await signIn(url, account), url }])
  // tsx names functions by a helper that pages do not have
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watch)
  await page.goto(url + path)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return looking
}

/**
 * Main thread time of a page so far, in ms: on everything, and on script alone. What others do on the
 * machine meanwhile does not count.
 */
export async function threadTime(cdp: CDPSession): Promise<{ readonly work: number; readonly script: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000
  return { work: of('TaskDuration'), script: of('ScriptDuration') }
}

/** Once nothing has changed for so long, nothing more is expected to come of a key. */
const settledMs = 80
/** A key that changes nothing is not waited for any longer. */
const longestMs = 2_000

/** Latency of one key press, in milliseconds. */
export interface KeyPress {
  /** From the key to the last frame it changed something in. */
  readonly painted: number
  /** What the page's thread has done for it. */
  readonly work: number
}

/** Presses a key and waits until nothing more comes of it. */
export async function press({ page, cdp }: BrowserSession, key: string): Promise<KeyPress> {
  const before = await threadTime(cdp)
  await page.keyboard.press(key)
  for (let waited = 0; waited < longestMs; waited += settledMs) {
    await page.waitForTimeout(settledMs)
    if (await page.evaluate((quiesce) => performance.now() - window.changedAt > quiesce, settledMs)) break
  }
  const { work } = await threadTime(cdp)
  const painted = await page.evaluate(() => window.changedAt - window.pressedAt)
  return { painted, work: work - before.work }
}
