import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Chromium without the window around its pages, which costs a tenth of a journey's CPU time and which nobody sees. */
const headless = 'chromium-headless-shell'

const usual = [
  `/usr/bin/${headless}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium of this machine: the one that is named, one where they usually are, or Playwright's own. */
const known = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...usual, chromium.executablePath()].find((path) => path !== '' && existsSync(path))

const run = (command: string, args: readonly string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Installs the system's own Chromium, with fonts for every language of the console. Only root can. */
function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  process.stdout.write('No Chromium found: installing the system’s own.\n')
  const apt = (browser: string) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk'])
  return apt(headless) || (run('apt-get', ['update']) && (apt(headless) || apt('chromium')))
}

/**
 * Finds a Chromium, or installs one.
 * @throws Error saying what to do where there is none and none can be installed.
 */
export function findBrowser(): string {
  const found = known() ?? (install() ? known() : undefined)
  if (!found) throw new Error('No Chromium: install one, or name it in CHROMIUM_PATH')
  return found
}

/** What it is started with: no sandbox for root, and no connections of its own. */
export const browserArgs: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
