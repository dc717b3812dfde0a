import type { Figure, Measure } from './harness.ts'
import { openConsole } from './support/browser.ts'
import { startServer, temporaryFolder } from './support/server.ts'

/** So many cases are worked in a row, each looked at for so long. */
const [worked, settledMs] = [15, 1_500]

/** Runs in the page: when another case than the one at this address is there, with an empty form, and painted. */
const caseShown = (before: string): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      const form = document.querySelector('textarea')
      const there = form?.value === '' && document.querySelector('h1') !== null && location.search !== before
      if (there) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  })

/** From the key that saves a follow-up to the next case. Whoever has contacted us is answered, whenever this runs. */
async function workspace(): Promise<Figure[]> {
  const { url } = await startServer({ DATA_DIR: temporaryFolder('collected'), DEMO_LOANS: '13000' })
  const { page, browser } = await openConsole(url, 'collector', '/detail2')
  await page.getByRole('button', { name: /^Save, next case/ }).waitFor()
  const next: number[] = []
  for (let i = 0; i <= worked; i++) {
    await page.waitForTimeout(settledMs) // somebody looks at it
    for (const key of ['v', 'v', 'v', '1', '3', 'm', 'x']) await page.keyboard.press(key)
    const shown = page.evaluate(caseShown, await page.evaluate(() => location.search))
    await page.keyboard.press('Enter')
    next.push((await shown) - (await page.evaluate(() => window.pressedAt)))
  }
  await browser.close()
  return [
    { what: 'follow-up saved → the next case painted', unit: 'ms', samples: next.slice(1), budget: { most: 300 } },
  ]
}

/** What a collector waits for. */
export const parts: Readonly<Record<string, Measure>> = { workspace }
