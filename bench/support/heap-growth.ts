import { type Figure, repeats } from '../harness.ts'
import { openBare } from './bare-grid-page.ts'
import { type BrowserSession, openConsole } from './browser.ts'
import { firstCell, nextCell } from './cells.ts'

/** Heap size of a page after a garbage collection, in MB. */
async function heapOf({ cdp }: BrowserSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

const [warming, switches] = [10, 50]
/** Fifty switches take half a minute, and end the same every time. */
const times = Math.min(repeats, 3)

/** Waits until keys are heard on the page that was opened: until then a list of all keys does not open. */
async function keysReady({ page }: BrowserSession): Promise<void> {
  const keys = page.getByRole('dialog')
  while (!(await keys.isVisible())) {
    await page.keyboard.press('?')
    await page.waitForTimeout(200)
  }
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
}

/** Goes from one list to another and back, so often. */
async function switchLists({ page }: BrowserSession, often: number): Promise<void> {
  for (let i = 0; i < often; i++) {
    const [key, cell] = i % 2 === 0 ? ['c', nextCell] : ['l', firstCell]
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.locator(cell).waitFor()
  }
}

/** Unmounts and remounts the bare grid, so often. */
async function remountGrid({ page }: BrowserSession, often: number): Promise<void> {
  for (let i = 0; i < often; i++) {
    await page.evaluate((key) => window.showBare(key), crypto.randomUUID())
    await page.locator(firstCell).waitFor()
  }
}

/** Heap growth (a leak) while grids come and go, once a few have. */
async function heapGrowth(looking: BrowserSession, comeAndGo: typeof switchLists): Promise<number> {
  const warm = await heapOf(looking)
  await comeAndGo(looking, switches)
  return (await heapOf(looking)) - warm
}

/** Heap size of a list above the page it was opened from, and heap growth over many list switches. */
export async function measureHeap(url: string): Promise<Figure[]> {
  const [own, grown, bareGrown]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < times; i++) {
    const looking = await openConsole(url, 'manager', '/home_page')
    await looking.page.waitForLoadState('networkidle')
    await keysReady(looking)
    const before = await heapOf(looking)
    await switchLists(looking, 2)
    own.push((await heapOf(looking)) - before)
    await switchLists(looking, warming - 2)
    grown.push(await heapGrowth(looking, switchLists))
    const bare = await openBare(url, looking)
    await remountGrid(bare, warming)
    bareGrown.push(await heapGrowth(bare, remountGrid))
    await Promise.all([looking.browser.close(), bare.browser.close()])
  }
  return [
    { what: 'heap of two lists, above the page they were opened from', unit: 'MB', samples: own, budget: { most: 25 } },
    {
      what: `heap after ${switches} list switches, above that after ${warming}`,
      unit: 'MB',
      samples: grown,
      control: { what: 'bare AgGridReact', samples: bareGrown },
      budget: { most: 2 },
    },
  ]
}
