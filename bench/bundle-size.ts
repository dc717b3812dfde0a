import { gzipSync } from 'node:zlib'
import { type Figure, type Measure, repeats } from './harness.ts'
import { launch } from './support/browser.ts'
import { startServer, temporaryFolder } from './support/server.ts'

/** A string that only one lazy-loaded part holds: what must not be in the initial bundle. */
const later = { grid: 'ag-root-wrapper', palette: 'palette.copyLink', pinyin: 'pinyin:[[' } as const

interface Script {
  readonly path: string
  readonly text: string
}

/** Every script that the sign-in page loads where nothing is kept from before. */
async function scriptsOf(url: string): Promise<Script[]> {
  const { browser, page } = await launch()
  const scripts: Promise<Script>[] = []
  page.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    const { pathname: path } = new URL(response.url())
    scripts.push(response.text().then((text) => ({ path, text })))
  })
  await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const loaded = await Promise.all(scripts)
  await browser.close()
  return loaded
}

const kilobytes = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0) / 1_000

/** Bundle size of the sign-in page, gzipped, and that code-split parts are not in it. */
export const measure: Measure = async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder('signin'), DEMO_LOANS: '100' })
  const loads: Script[][] = []
  for (let i = 0; i < repeats; i++) loads.push(await scriptsOf(url))
  const parts = Object.entries(later).map(([name, mark]): Figure => {
    const samples = loads.map((scripts) => scripts.filter(({ text }) => text.includes(mark)).length)
    return { what: `files among it that hold ${name}`, unit: '', samples, budget: { most: 0 } }
  })
  return [
    { what: 'script of the sign-in page, gzip -9', unit: 'kB', samples: loads.map(kilobytes), budget: { most: 130 } },
    ...parts,
  ]
}
