import { type Figure, repeats } from '../harness.ts'
import { type Looking, openConsole } from './browser.ts'

/** A cell of the first row of a list, and of the one that is gone to from there. */
export const [firstCell, nextCell] = [
  '.ag-row[row-index="0"] [col-id=id]',
  '.ag-row[row-index="0"] [col-id=registeredAt]',
] as const

/** Memory that the scripts of a page hold once nothing of it is garbage, in MB. */
async function heapOf({ cdp }: Looking): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

const switches = 50
/** Fifty switches take half a minute, and end the same every time. */
const times = Math.min(repeats, 3)

/** Waits until keys are heard on the page that was opened: until then a list of all keys does not open. */
async function heard({ page }: Looking): Promise<void> {
  const keys = page.getByRole('dialog')
  while (!(await keys.isVisible())) {
    await page.keyboard.press('?')
    await page.waitForTimeout(200)
  }
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
}

/** Goes from one list to another and back, so often. */
async function switching({ page }: Looking, often: number): Promise<void> {
  for (let i = 0; i < often; i++) {
    const [key, cell] = i % 2 === 0 ? ['c', nextCell] : ['l', firstCell]
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.locator(cell).waitFor()
  }
}

/** What a list takes beside the page it was opened from, and what stays of it when lists come and go. */
export async function heaps(url: string): Promise<Figure[]> {
  const [own, grown]: [number[], number[]] = [[], []]
  for (let i = 0; i < times; i++) {
    const looking = await openConsole(url, 'manager', '/home_page')
    await looking.page.waitForLoadState('networkidle')
    await heard(looking)
    const before = await heapOf(looking)
    await switching(looking, 2)
    own.push((await heapOf(looking)) - before)
    await switching(looking, 8)
    const warm = await heapOf(looking)
    await switching(looking, switches)
    grown.push((await heapOf(looking)) - warm)
    await looking.browser.close()
  }
  return [
    { what: 'heap of two lists, above the page they were opened from', unit: 'MB', samples: own, budget: { most: 25 } },
    {
      what: `heap after ${switches} list switches, above that after 10`,
      unit: 'MB',
      samples: grown,
      budget: { most: 2 },
    },
  ]
}
