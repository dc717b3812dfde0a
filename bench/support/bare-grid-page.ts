import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from '#server/kernel/base/root.ts'
import { type BrowserSession, openConsole } from './browser.ts'
import { firstCell } from './cells.ts'
import { temporaryFolder } from './server.ts'

/** Bundles the control: AG Grid alone. */
async function bareScript(): Promise<string> {
  const outDir = temporaryFolder('bare')
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
        input: join(import.meta.dirname, 'bare-grid.ts'),
        output: { entryFileNames: 'bare.js' },
      },
    },
  })
  return readFileSync(join(outDir, 'bare.js'), 'utf8')
}

/** The bare grid, as large as the console's and beside it at the same address. */
export async function openBare(url: string, ours: BrowserSession): Promise<BrowserSession> {
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
