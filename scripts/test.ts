import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '#server/kernel/base/root.ts'
import { findBrowser } from './browser.ts'
import { buildAll } from './build.ts'
import { isStale } from './stale.js'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Failures with their messages, repeated at the end: the log between is long. */
  readonly failures: readonly string[]
  /** Flaky: what failed, and passed when it was tried once more; named as well, with what it said. */
  readonly flaky: readonly string[]
  readonly slowest: readonly Slow[]
}

/** A file of tests and how long they took, in seconds. */
interface Slow {
  readonly file: string
  readonly seconds: number
}

/** What fails is tried once more: a machine that has too much to do is no defect, but what is one fails again. */
const retries = 1

/** How many of the slowest files are listed at the end. */
const listed = 10

const slowest = (files: readonly Slow[]): Slow[] =>
  [...files].sort((one, other) => other.seconds - one.seconds).slice(0, listed)

const reports = mkdtempSync(join(tmpdir(), 'lendline-tests-'))
const reportOf = (name: string): string => join(reports, `${name}.json`)

/** A log that nobody looks at on a screen has no colours. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Runs a command. @returns whether it was content. */
const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...plain, ...env } })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })

const tool = (name: string) => join(root, 'node_modules/.bin', name)

/** One check is one test. */
async function check(name: string, args: readonly string[]): Promise<Count> {
  const passed = await run(tool(name), args)
  return passed ? { ...nothing, passed: 1 } : broken(name)
}

const nothing: Count = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [], slowest: [] }

/** A runner that could not even count. */
const broken = (name: string): Count => ({ ...nothing, failed: 1, failures: [name] })

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')

/** Where it failed, and the beginning of what it said. */
function failure(where: string, said: string): string {
  const lines = said.replaceAll(colours, '').split('\n').slice(0, 6)
  return [where, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** A runner that died has failed, whatever it had counted. */
function counted(name: string, ended: boolean, read: (report: never) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(reportOf(name), 'utf8')) as never) // each runner's own report
    return ended || count.failed > 0 ? count : { ...count, ...broken(name), passed: count.passed }
  } catch {
    return broken(name)
  }
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    /** Of its tests, in ms since 1970. */
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Tests that failed, and files that did not even come to their tests. */
const failuresOf = (lane: string, files: VitestReport['testResults']): string[] =>
  files.flatMap(({ name, message, assertionResults: tests }) => {
    const failed = tests.filter(({ status }) => status === 'failed')
    const where = `${lane} ${relative(root, name)}`
    if (failed.length === 0 && message) return [failure(where, message)]
    return failed.map((test) => failure(`${where} > ${test.fullName}`, test.failureMessages.join('\n')))
  })

/** Tests that passed and have failed before. */
const flakyOf = (lane: string, files: VitestReport['testResults']): string[] =>
  files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => failure(`${lane} ${relative(root, name)} > ${test.fullName}`, test.failureMessages.join('\n'))),
  )

async function vitest(lane: 'embedded' | 'postgres'): Promise<Count> {
  const reporters = ['dot', 'json', './tests/support/stuck.reporter.ts'].map((one) => `--reporter=${one}`)
  const args = ['run', `--retry=${retries}`, ...reporters, `--outputFile.json=${reportOf(lane)}`]
  // a build says `production` to the whole process
  const ended = await run(tool('vitest'), args, { LANE: lane, NODE_ENV: 'test' })
  return counted(lane, ended, (report: VitestReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: failuresOf(lane, report.testResults),
    flaky: flakyOf(lane, report.testResults),
    slowest: slowest(
      report.testResults.map(({ name, startTime, endTime }) => ({
        file: `${lane} ${relative(root, name)}`,
        seconds: (endTime - startTime) / 1000,
      })),
    ),
  }))
}

interface Suite {
  readonly title: string
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly ok: boolean
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly results: readonly {
        /** In ms. */
        readonly duration: number
        readonly error?: { readonly message?: string }
      }[]
    }[]
  }[]
}
interface PlaywrightReport {
  readonly suites: readonly Suite[]
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
    readonly skipped: number
  }
}
const specsOf = ({ suites = [], specs }: Suite): Suite['specs'] => [...suites.flatMap(specsOf), ...specs]

/** Journeys that failed in the end, or that passed and have failed before. */
const failedIn = (suite: Suite, inTheEnd: boolean): string[] =>
  specsOf(suite).flatMap(({ ok, file, title, tests }) => {
    const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
    return ok !== inTheEnd && error ? [failure(`journey ${file} > ${title}`, error.message ?? '')] : []
  })

/** Journeys of a file run one after the other: it takes as long as they do together. */
const secondsOf = (suite: Suite): number =>
  specsOf(suite)
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration / 1000, 0)

async function journeys(browser: string): Promise<Count> {
  process.stdout.write(`Journeys in ${browser}\n`)
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('journeys') }
  const args = ['test', `--retries=${retries}`, '--reporter=dot,json']
  const ended = await run(tool('playwright'), args, env)
  return counted('journeys', ended, ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failedIn(suite, true)),
    flaky: suites.flatMap((suite) => failedIn(suite, false)),
    slowest: slowest(suites.map((suite) => ({ file: `journeys ${suite.title}`, seconds: secondsOf(suite) }))),
  }))
}

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)

/** Builds what is tested, and finds the browser it is tested in. @returns it; null where there is no build, or no browser. */
async function prepare(): Promise<string | null> {
  try {
    if (isStale()) await buildAll()
    return findBrowser()
  } catch (error) {
    process.stderr.write(`${error}\n`)
    return null
  }
}

/** Checks, and the build beside them: the compiler takes as long by itself as all the rest. */
async function prepared(): Promise<{ checks: Count[]; browser: string | null }> {
  const isChecked = isWanted('check')
  const rest = async () => {
    const lint = isChecked ? [await check('biome', ['check', '--error-on-warnings']), await check('knip', [])] : []
    return { lint, browser: isWanted('e2e') ? await prepare() : null }
  }
  const [types, { lint, browser }] = await Promise.all([isChecked ? check('tsc', []) : nothing, rest()])
  return { checks: [types, ...lint], browser }
}

/**
 * One after the other: each takes all that two cores have, and beside another only waits for it longer. Built first: tests
 * that start the server as a process of its own wait for its sources otherwise.
 */
async function all(): Promise<Count[]> {
  const { checks, browser } = await prepared()
  const counts = [...checks]
  if (isWanted('unit')) counts.push(await vitest('embedded'))
  if (isWanted('postgres')) counts.push(await vitest('postgres'))
  if (isWanted('e2e')) counts.push(browser ? await journeys(browser) : broken('journeys'))
  return counts
}

const counts = await all()
rmSync(reports, { recursive: true, force: true })

const total = (of: 'passed' | 'failed' | 'skipped') => counts.reduce((sum, count) => sum + count[of], 0)
for (const { file, seconds } of slowest(counts.flatMap((count) => count.slowest)))
  process.stdout.write(`${seconds.toFixed(1).padStart(6)} s ${file}\n`)
for (const { flaky } of counts) for (const line of flaky) process.stdout.write(`↻ ${line}\n`)
for (const { failures } of counts) for (const line of failures) process.stdout.write(`✗ ${line}\n`)
const skipped = total('skipped') > 0 ? `, ${total('skipped')} skipped` : ''
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed${skipped}\n`)
process.exitCode = total('failed') > 0 ? 1 : 0
