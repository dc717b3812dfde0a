import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { titles } from './scripts/pinyin.ts'

const onPostgres = process.env.LANE === 'postgres'

/** What no other database can change, since it meets none or brings its own: once is enough. */
const onceEnough = [
  'tests/server/**/{shell,letters}.test.ts',
  'tests/server/imports/{history,words}.test.ts',
  'tests/server/seed/{chance,decisions,lives,money,people,relief,sheet}.test.ts',
]

/**
 * Tests over HTTP. All files of a worker share its server and its database, which is emptied before every test: to start
 * them takes longer than most files. What needs several connections runs on PostgreSQL only.
 */
const server = {
  name: 'server',
  include: ['tests/server/**/*.test.ts', ...(onPostgres ? ['tests/postgres/**/*.test.ts'] : [])],
  exclude: onPostgres ? onceEnough : [],
  isolate: false,
}

/** What is no server runs once, beside PGlite. Each file has the globals of a browser to itself. */
const pure = {
  name: 'pure',
  include: ['tests/*.test.ts', 'tests/{contract,src}/**/*.test.ts'],
}

export default defineConfig({
  plugins: [titles(import.meta.dirname)],
  test: {
    globalSetup: ['tests/support/model.setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // patience with a busy machine, not time that passes
    expect: { poll: { timeout: 40_000, interval: 50 } },
    teardownTimeout: 60_000,
    maxWorkers: availableParallelism(),
    projects: (onPostgres ? [server] : [server, pure]).map((test) => ({ extends: true, test })),
  },
})
