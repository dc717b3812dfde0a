import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { titles } from './scripts/pinyin.ts'

const onPostgres = process.env.LANE === 'postgres'

/**
 * What meets the driver, its one connection or its process itself, and does so for every module; and what is counted exactly
 * only where nobody else writes in the cluster.
 */
const both = [
  'tests/server/{kernel,batches,book-audit,find,jobs,session}/**/*.test.ts',
  'tests/server/accounting-days/incremental.test.ts',
]

/**
 * Tests over HTTP. All files of a worker share its server and its database, which is emptied before every test: to start
 * them takes longer than most files. On PostgreSQL all run but `*.embedded.test.ts`, and are held to ask as one connection
 * can answer; on the embedded database, which takes three times as long, `both` and those.
 */
const server = {
  name: 'server',
  include: onPostgres ? ['tests/{server,postgres}/**/*.test.ts'] : [...both, 'tests/server/**/*.embedded.test.ts'],
  exclude: onPostgres ? ['**/*.embedded.test.ts'] : [],
  isolate: false,
}

/** The console at a `desk` in front of such a server, which its files share as well, and which is left as it was found. */
const desks = {
  name: 'desks',
  include: ['tests/src/**/*.desk.test.ts'],
  isolate: false,
  restoreMocks: true,
}

/** What keeps nothing in mind: a process for each file would take longer than most of them. */
const plain = {
  name: 'plain',
  include: [
    'tests/*.test.ts',
    'tests/{contract,src/{grid,keyboard,locale,pages,ui,command/{arguments,search},shell/navigation}}/**/*.test.ts',
    'tests/src/{shell/watermark,session/{tabs,parse-menu,two-factor/qr-code,base/{safe-path,validators}}}.test.ts',
  ],
  exclude: desks.include,
  isolate: false,
}

/** Each file has the globals of a browser, and what the console keeps in mind, to itself. */
const browsers = {
  name: 'browsers',
  include: ['tests/src/**/*.test.ts'],
  exclude: [...desks.include, ...plain.include],
}

const patience = {
  testTimeout: 90_000,
  hookTimeout: 60_000,
  // patience with a busy machine, not time that passes
  expect: { poll: { timeout: 40_000, interval: 50 } },
}

export default defineConfig({
  test: {
    // here, and nothing of it in the projects: each of them would make a model of its own
    globalSetup: ['tests/support/model.setup.ts'],
    teardownTimeout: 60_000,
    maxWorkers: availableParallelism(),
    projects: (onPostgres ? [server] : [server, desks, plain, browsers]).map((kind) => ({
      plugins: [titles(import.meta.dirname)],
      test: { ...patience, ...kind },
    })),
  },
})
