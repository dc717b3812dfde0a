import { type Figure, interleaved, quantile } from '../harness.ts'
import { bookLoans } from './book.ts'
import { type BrowserSession, threadTime } from './browser.ts'

const perSecond = 30
const heldMs = 6_000

interface KeyRepeatResult {
  readonly painted: readonly number[]
  /** What the page's thread has done in all, and how much of it was script, in ms. */
  readonly work: number
  readonly script: number
}

/** Holds a key down (auto-repeat). Answers what became of each time it was repeated, and what script it took. */
async function repeatKey({ page, cdp }: BrowserSession, key: 'j' | 'ArrowDown'): Promise<KeyRepeatResult> {
  await page.bringToFront()
  await page.evaluate(() => {
    window.painted = []
  })
  const before = await threadTime(cdp)
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
  const { work, script } = await threadTime(cdp)
  return { painted, work: work - before.work, script: script - before.script }
}

const share = (of: number) => (held: readonly KeyRepeatResult[]) => held.map(({ painted }) => quantile(painted, of))
const [p95, p99] = [share(0.95), share(0.99)]
const scripts = (held: readonly KeyRepeatResult[]) => held.map(({ script }) => script)
const perKey = (held: readonly KeyRepeatResult[]) => held.map(({ work, painted }) => work / painted.length)

/** Latency of key auto-repeat in the console's list, beside the bare grid. */
export async function measureKeyRepeat(ours: BrowserSession, bare: BrowserSession): Promise<Figure[]> {
  const runs = await interleaved({ ours: () => repeatKey(ours, 'j'), bare: () => repeatKey(bare, 'ArrowDown') })
  const beside = (of: (held: readonly KeyRepeatResult[]) => number[]) => ({
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
