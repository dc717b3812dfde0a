import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '#server/kernel/root.ts'
import { type Figure, interleaved, type Measure, quantile, repeats } from './harness.ts'
import { bookLoans, startBooks } from './support/book.ts'
import { type Looking, openConsole, type Press, press, spent } from './support/browser.ts'
import { flinging } from './support/fling.ts'
import { firstCell, heaps, nextCell } from './support/heaps.ts'
import { startServer, temporary } from './support/server.ts'

const listPath = '/order_management/loan_list'

/** Builds the grid that ours is measured against. */
async function bareScript(): Promise<string> {
  const outDir = temporary('bare')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'esnext',
      rolldownOptions: {
        input: join(import.meta.dirname, 'support/bare-grid.ts'),
        output: { entryFileNames: 'bare.js' },
      },
    },
  })
  return readFileSync(join(outDir, 'bare.js'), 'utf8')
}

/** The bare grid, as large as the console's and beside it at the same address. */
async function openBare(url: string, ours: Looking): Promise<Looking> {
  const size = await ours.page.evaluate(() => ({
    height: document.querySelector('.ag-root-wrapper')!.getBoundingClientRect().height,
    rowHeight: document.querySelector('.ag-row')!.getBoundingClientRect().height,
  }))
  const script = await bareScript()
  const looking = await openConsole(url, 'manager', '/login')
  const html = '<!doctype html><title>bare</title><body style="margin:0"><div id="root"></div>'
  const { page } = looking
  await page.route('**/bare*', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`${url}/bare?height=${size.height}&rowHeight=${size.rowHeight}`)
  await page.addScriptTag({ type: 'module', content: script })
  await page.locator(firstCell).click()
  // from here on nothing stands between the page and the server
  await page.unrouteAll()
  return looking
}

const perSecond = 30
const heldMs = 8_000

interface Held {
  readonly painted: readonly number[]
  /** What the page's thread has done in all, and how much of it was script, in ms. */
  readonly work: number
  readonly script: number
}

/** Holds a key down. Answers what became of each time it was repeated, and what script it took. */
async function hold({ page, cdp }: Looking, key: 'j' | 'ArrowDown'): Promise<Held> {
  await page.bringToFront()
  await page.evaluate(() => {
    window.painted = []
  })
  const before = await spent(cdp)
  const code = key === 'j' ? 'KeyJ' : key
  const virtual = { windowsVirtualKeyCode: key === 'j' ? 74 : 40 }
  const text = key === 'j' ? { text: 'j' } : {}
  const sent: Promise<unknown>[] = []
  const from = performance.now()
  for (let i = 0; i < (heldMs / 1_000) * perSecond; i++) {
    const wait = from + (i * 1_000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sent.push(
      cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, ...virtual, ...text, autoRepeat: i > 0 }),
    )
  }
  await Promise.all(sent)
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, ...virtual })
  await page.waitForTimeout(200)
  const painted = await page.evaluate(() => window.painted)
  const { work, script } = await spent(cdp)
  return { painted, work: work - before.work, script: script - before.script }
}

const share = (of: number) => (held: readonly Held[]) => held.map(({ painted }) => quantile(painted, of))
const [p95, p99] = [share(0.95), share(0.99)]
const scripts = (held: readonly Held[]) => held.map(({ script }) => script)
const perKey = (held: readonly Held[]) => held.map(({ work, painted }) => work / painted.length)

async function holding(ours: Looking, bare: Looking): Promise<Figure[]> {
  const runs = await interleaved({ ours: () => hold(ours, 'j'), bare: () => hold(bare, 'ArrowDown') })
  const beside = (of: (held: readonly Held[]) => number[]) => ({
    samples: of(runs.ours),
    control: { what: 'bare AgGridReact', samples: of(runs.bare) },
  })
  const what = `held j at ${perSecond} Hz over ${bookLoans.toLocaleString('en')} rows`
  return [
    { what: `${what}, key → paint, p95`, unit: 'ms', ...beside(p95), budget: { most: 50 } },
    { what: `${what}, key → paint, p99`, unit: 'ms', ...beside(p99), budget: { most: 100 } },
    { what: `${what}, work of the page for each`, unit: 'ms', ...beside(perKey) },
    { what: `${what}, script in ${heldMs / 1_000} s`, unit: 'ms', ...beside(scripts), budget: { ratioMost: 1.15 } },
  ]
}

const excludedCount = 50

/** Marks everything, takes the marks of some away, and scrolls: what each of these keys came to. */
async function marking(looking: Looking): Promise<Figure[]> {
  const { page } = looking
  const [all, excluded, scrolled, unmarked]: [Press[], Press[][], Press[], Press[]] = [[], [], [], []]
  for (let i = 0; i < repeats; i++) {
    await page.keyboard.press('a')
    all.push(await press(looking, 'a'))
    const presses: Press[] = []
    for (let row = 0; row < excludedCount; row++) {
      presses.push(await press(looking, 'x'))
      await page.keyboard.press('j')
    }
    excluded.push(presses)
    scrolled.push(await press(looking, 'PageDown'))
    await page.keyboard.press('Escape')
    unmarked.push(await press(looking, 'PageDown'))
  }
  const figures = (what: string, of: (name: keyof Press) => number[]): Figure[] => [
    { what: `${what}, key → paint`, unit: 'ms', samples: of('painted'), budget: { most: 50 } },
    { what: `${what}, work of the page`, unit: 'ms', samples: of('work') },
  ]
  const p95Of = (name: keyof Press) =>
    excluded.map((presses) =>
      quantile(
        presses.map((one) => one[name]),
        0.95,
      ),
    )
  return [
    ...figures(`mark all ${bookLoans.toLocaleString('en')}`, (name) => all.map((one) => one[name])),
    ...figures(`take ${excludedCount} of them out, p95`, p95Of),
    ...figures('scroll a page with all marked', (name) => scrolled.map((one) => one[name])).map((figure, i) => {
      const samples = unmarked.map((one) => one[i === 0 ? 'painted' : 'work'])
      return { ...figure, control: { what: 'with nothing marked', samples } }
    }),
  ]
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
async function toRows(url: string): Promise<number> {
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

/** How fast the list of a large book follows the keys, beside AG Grid alone. */
export const measure: Measure = async () => {
  const { book } = await startBooks()
  const { url } = await startServer({ DATABASE_URL: book, DATA_DIR: temporary('grid') })
  const ours = await openConsole(url, 'manager', listPath)
  await ours.page.locator(firstCell).click()
  const bare = await openBare(url, ours)
  const held = await holding(ours, bare)
  const flung = await flinging(ours, bare)
  const marked = await marking(ours)
  await ours.browser.close()
  const first: number[] = []
  for (let i = 0; i <= repeats; i++) first.push(await toRows(url))
  const what = 'list → first rows of another, warm, beyond the server’s time'
  return [
    ...held,
    ...flung,
    ...marked,
    ...(await heaps(url)),
    { what, unit: 'ms', samples: first.slice(1), budget: { most: 300 } },
  ]
}
