import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright'
import { build, type Plugin } from 'vite'
import { languages } from '#locales/index.ts'
import { titlesIn } from '#scripts/pinyin.ts'
import { root } from '#server/kernel/base/root.ts'
import { pinyinReadings } from '#src/command/search/pinyin-readings.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'
import { temporaryFolder } from './server.ts'

/** How many commands the measured console has: today's, filled up with synthetic ones. */
export const commandsMax = 1_000

declare global {
  interface Window {
    /** How many commands the console that is measured has. */
    commandsMeasured: number
  }
}

type Titles = SearchEntry['titles']
const joined = (a: Titles, b: Titles): Titles =>
  Object.fromEntries(languages.map((language) => [language, `${a[language]} ${b[language]}`])) as Titles // every language

/** Synthetic commands: every two of today's titles make one. */
export function syntheticCommands(count: number): SearchEntry[] {
  const known = Object.values(titlesIn(root)).map(({ titles }) => titles)
  const side = Math.ceil(Math.sqrt(count))
  const pairs = known.slice(0, side).flatMap((a) => known.slice(-side).map((b) => joined(a, b)))
  return pairs.slice(0, count).map((titles, i) => ({
    id: `measured.c${i}`,
    risk: 'read',
    titles,
    readings: { pinyin: pinyinReadings(titles.zh) },
  }))
}

/** Vite plugin that adds synthetic commands to the catalogue, with their titles in every language. */
function syntheticCommandsPlugin(): Plugin {
  const today = titlesIn(root)
  const missing = commandsMax - Object.keys(today).filter((id) => !id.startsWith('menu.')).length
  const added = syntheticCommands(commandsMax).slice(0, Math.max(0, missing))
  const titles = {
    ...today,
    ...Object.fromEntries(added.map(({ id, titles, readings }) => [id, { titles, readings }])),
  }
  const bare = { risk: 'read', requires: 'anyone', confirm: false, page: null, onList: null, rows: null, call: null }
  const more = `...${JSON.stringify(added.map(({ id }) => ({ id, ...bare })))}.map((one) => ({ ...one, run() {} }))`
  return {
    name: 'synthetic-commands',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:titles' ? '\0synthetic-commands' : null),
    load: (id) =>
      id === '\0synthetic-commands'
        ? `export const titles = ${JSON.stringify(titles)}\nexport const sounds = {}`
        : null,
    transform(code, id) {
      if (!id.endsWith('/src/catalogue.ts')) return null
      const all = /(?<=export const commands[^=]*= )(.*)/.exec(code)?.[0]
      if (!all) throw new Error('the catalogue does not say which commands there are')
      return `${code.replace(all, `[...${all}, ${more}]`)}\nwindow.commandsMeasured = commands.length\n`
    },
  }
}

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' }

/** Builds a console with `commandsMax` commands. Answers how a browser is given it instead of the server's. */
export async function consoleWithSyntheticCommands(): Promise<(context: BrowserContext) => Promise<void>> {
  const folder = temporaryFolder('synthetic-commands')
  await build({
    root,
    logLevel: 'error',
    plugins: [syntheticCommandsPlugin()],
    build: { outDir: folder, emptyOutDir: true },
  })
  return async (context) => {
    await context.route(/^http:\/\/[^/]+\/(?!api\/)/, (route) => {
      const { pathname } = new URL(route.request().url())
      const name = pathname.startsWith('/assets/') ? pathname.slice(1) : 'index.html'
      const ending = name.split('.').at(-1)!
      return route.fulfill({
        body: readFileSync(join(folder, name)),
        ...(types[ending] && { contentType: types[ending] }),
      })
    })
  }
}
