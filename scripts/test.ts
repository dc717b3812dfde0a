import { spawnSync } from 'node:child_process'
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

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0

const tool = (name: string) => join(root, 'node_modules/.bin', name)

/** One check is one test. */
function check(name: string, args: readonly string[]): Count {
  const passed = run(tool(name), args)
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
function vitest(lane: 'embedded' | 'postgres'): Count {
  const file = join(reports, `${lane}.json`)
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const ended = run(tool('vitest'), args, { LANE: lane })
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
function journeys(): Count {
  const browser = findBrowser()
  process.stdout.write(`Journeys in ${browser}\n`)
  const file = join(reports, 'journeys.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const ended = run(tool('playwright'), ['test', '--reporter=dot,json'], env)
  return counted(file, ended, ({ stats }: PlaywrightReport) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }))
}

const built = async (): Promise<void> => {
  if (isStale()) await buildAll()
}

/** Everything, or only what is named: `check`, `unit`, `postgres`, `e2e`. */
const steps: Readonly<Record<string, () => Promise<readonly Count[]>>> = {
  check: async () => [check('tsc', []), check('biome', ['check', '--error-on-warnings']), check('knip', [])],
  unit: async () => [vitest('embedded')],
  postgres: async () => [vitest('postgres')],
  async e2e() {
    await built()
    return [journeys()]
  },
}

const wanted = process.argv.slice(2)
const counts: Count[] = []
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length === 0 || wanted.includes(name)) counts.push(...(await step()))
}
rmSync(reports, { recursive: true, force: true })

const total = (of: keyof Count) => counts.reduce((sum, count) => sum + count[of], 0)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed${skipped}\n`)
process.exitCode = total('failed') > 0 ? 1 : 0
