import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '#server/kernel/root.ts'
import { findBrowser } from './browser.ts'
import { buildAll, isStale } from './build.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'lendline-tests-'))

interface How {
  readonly env?: NodeJS.ProcessEnv
  /** Says what it has to say at its end, when something else is said meanwhile. */
  readonly held?: boolean
}

/** Runs a command. @returns whether it was content. */
const run = (command: string, args: readonly string[], { env = {}, held = false }: How = {}): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: held ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => said.push(piece))
    child.on('error', () => resolve(false))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      resolve(code === 0)
    })
  })

const tool = (name: string) => join(root, 'node_modules/.bin', name)

/** One check is one test. */
async function check(name: string, args: readonly string[]): Promise<Count> {
  const passed = await run(tool(name), args)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

/** A runner that died has failed, whatever it had counted. */
function counted(file: string, ended: boolean, read: (report: never) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')) as never) // each runner's own report
    return ended || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numFailedTestSuites: number
}
async function vitest(lane: 'embedded' | 'postgres'): Promise<Count> {
  const file = join(reports, `${lane}.json`)
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  // the build beside it says `production` to the whole process
  const ended = await run(tool('vitest'), args, { env: { LANE: lane, NODE_ENV: 'test' } })
  return counted(file, ended, ({ numPassedTests, numFailedTests, numPendingTests }: VitestReport) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
  }))
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}
async function journeys(held: boolean): Promise<Count> {
  const browser = findBrowser()
  process.stdout.write(`Journeys in ${browser}\n`)
  const file = join(reports, 'journeys.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const ended = await run(tool('playwright'), ['test', '--reporter=dot,json'], { env, held })
  return counted(file, ended, ({ stats }: PlaywrightReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }))
}

const built = async (): Promise<void> => {
  if (isStale()) await buildAll()
}

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

/** `check`, `unit` and `postgres`, one after the other: they leave nothing of the machine unused. */
async function code(): Promise<Count[]> {
  const counts: Count[] = []
  if (isWanted('check')) {
    counts.push(await check('tsc', []), await check('biome', ['check', '--error-on-warnings']), await check('knip', []))
  }
  if (isWanted('unit')) counts.push(await vitest('embedded'))
  if (isWanted('postgres')) counts.push(await vitest('postgres'))
  return counts
}

/** `e2e`: journeys wait for pages most of the time, and can be gone meanwhile. */
async function pages(): Promise<Count[]> {
  if (!isWanted('e2e')) return []
  try {
    await built()
    return [await journeys(wanted.length !== 1)]
  } catch (error) {
    process.stderr.write(`${error}\n`) // no build, or no browser
    return [{ passed: 0, failed: 1, skipped: 0 }]
  }
}

const counts = (await Promise.all([code(), pages()])).flat()
rmSync(reports, { recursive: true, force: true })

const total = (of: keyof Count) => counts.reduce((sum, count) => sum + count[of], 0)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed${skipped}\n`)
process.exitCode = total('failed') > 0 ? 1 : 0
