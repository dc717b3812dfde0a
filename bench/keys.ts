import { type Figure, interleaved, type Measure, quantile } from './harness.ts'
import { type BrowserSession, openConsole, press } from './support/browser.ts'
import { firstCell } from './support/cells.ts'
import { startServer, temporaryFolder } from './support/server.ts'

/** What each key may take until it is painted, in ms: two frames of a screen at 60 Hz. */
const paintedMax = 32
const [cursorKeys, typed] = ['jjjjjjjjjkkkkkkkkk', 'redisburse'] as const

/** The control: a page that writes into a dialog what is pressed, and does nothing else. */
const bareHtml = `<!doctype html><title>bare</title><div role="dialog"><input autofocus><p></p></div>
<script>addEventListener('keydown', ({ key }) => { document.querySelector('p').textContent += key })</script>`

async function openBare(url: string): Promise<BrowserSession> {
  const bare = await openConsole(url, 'manager', '/login')
  await bare.page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: bareHtml }))
  await bare.page.goto(`${url}/bare`)
  await bare.page.locator('input').focus()
  return bare
}

/** Presses one key after another. Answers the 95th percentile of the time to the frame that shows it, and of the page's work. */
async function pressAll(looking: BrowserSession, keys: Iterable<string>) {
  const { page } = looking
  await page.bringToFront()
  await page.evaluate(() => {
    window.painted = []
  })
  const work: number[] = []
  for (const key of keys) work.push((await press(looking, key)).work)
  const painted = await page.evaluate(() => window.painted)
  return { painted: quantile(painted, 0.95), work: quantile(work, 0.95) }
}

/** Types what is looked for into what `opens` opens, and takes it away again. */
const typeInto = (looking: BrowserSession, opens: string) => async () => {
  await looking.page.bringToFront()
  await press(looking, opens)
  const figures = await pressAll(looking, typed)
  for (const key of ['Escape', 'Escape']) await press(looking, key)
  return figures
}

/** Key → paint of the cursor, of the palette and of the filter line, each beside a bare page. */
export const measure: Measure = async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder('keys'), DEMO_LOANS: '1500' })
  const ours = await openConsole(url, 'manager', '/order_management/loan_list')
  await ours.page.locator(firstCell).click({ modifiers: ['Control'] })
  const bare = await openBare(url)
  const runs = await interleaved({
    cursor: () => pressAll(ours, cursorKeys),
    palette: typeInto(ours, 'Control+k'),
    filter: typeInto(ours, '/'),
    bare: () => pressAll(bare, typed),
  })
  const figures = (what: 'cursor' | 'palette' | 'filter', name: string): Figure[] =>
    (['painted', 'work'] as const).map((of) => ({
      what: `${name}, key → ${of === 'painted' ? 'painted' : 'painted, work of the page'}, p95`,
      unit: 'ms',
      samples: runs[what].map((one) => one[of]),
      control: { what: 'a bare page', samples: runs.bare.map((one) => one[of]) },
      ...(of === 'painted' && { budget: { most: paintedMax } }),
    }))
  return [
    ...figures('cursor', 'cursor'),
    ...figures('palette', 'typing in the palette'),
    ...figures('filter', 'typing in the filter'),
  ]
}
