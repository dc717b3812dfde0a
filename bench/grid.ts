import { type Figure, type Measure, repeats, shared } from './harness.ts'
import { openBare } from './support/bare-grid-page.ts'
import { startBooks } from './support/book.ts'
import { openConsole } from './support/browser.ts'
import { firstCell, nextCell } from './support/cells.ts'
import { measureHeap } from './support/heap-growth.ts'
import { measureKeyRepeat } from './support/key-repeat.ts'
import { measureScroll } from './support/scroll-frames.ts'
import { measureSelection } from './support/selection.ts'
import { startServer, temporaryFolder } from './support/server.ts'

const listPath = '/order_management/loan_list'

/** A server with the large book. */
const server = shared(async () => {
  const { book } = await startBooks()
  return startServer({ DATABASE_URL: book, DATA_DIR: temporaryFolder('grid') })
})

async function openList() {
  const { url } = await server()
  const ours = await openConsole(url, 'manager', listPath)
  // only the cursor goes there: by itself a click would open the record
  await ours.page.locator(firstCell).click({ modifiers: ['Control'] })
  return ours
}

/** Measures the console's list beside AG Grid alone. */
async function beside(of: typeof measureKeyRepeat): Promise<Figure[]> {
  const ours = await openList()
  const bare = await openBare((await server()).url, ours)
  const figures = await of(ours, bare)
  await Promise.all([ours.browser.close(), bare.browser.close()])
  return figures
}

async function selection(): Promise<Figure[]> {
  const ours = await openList()
  const figures = await measureSelection(ours)
  await ours.browser.close()
  return figures
}

/** Runs in the page: when the cell that is asked for says something and is painted. */
const shown = (cell: string): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(cell)?.textContent)
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      else requestAnimationFrame(look)
    }
    look()
  })

/** From a list to another that was not looked at yet. Answers the time to its first rows, without the server's own. */
async function timeToRows(url: string): Promise<number> {
  const { page, browser } = await openConsole(url, 'manager', listPath)
  await page.locator(firstCell).waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('g')
  const painted = page.evaluate(shown, nextCell)
  await page.keyboard.press('c')
  const at = await painted
  const before = await page.evaluate(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[] // by their type
    const { requestStart, responseStart } = calls.find(({ name }) => name.includes('/userInfo/list?'))!
    return window.pressedAt + responseStart - requestStart
  })
  await browser.close()
  return at - before
}

async function rows(): Promise<Figure[]> {
  const { url } = await server()
  const samples: number[] = []
  for (let i = 0; i <= repeats; i++) samples.push(await timeToRows(url))
  const what = 'list → first rows of another, warm, beyond the server’s time'
  return [{ what, unit: 'ms', samples: samples.slice(1), budget: { most: 300 } }]
}

/** What is measured of a list, each part by itself. */
export const parts: Readonly<Record<string, Measure>> = {
  'key-repeat': () => beside(measureKeyRepeat),
  scroll: () => beside(measureScroll),
  selection,
  heap: async () => measureHeap((await server()).url),
  rows,
}
