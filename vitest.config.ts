import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { titles } from './scripts/pinyin.ts'

const onPostgres = process.env.LANE === 'postgres'

/**
 * Tests over HTTP. All files of a worker share its server and its database, which is emptied before every test: to start
 * them takes longer than most files. Most run on both databases; which run on one is told by their names. Embedded: what no
 * other database can change, since it meets none, brings its own, or asks who may what. PostgreSQL: what needs several
 * connections, and what adds up whole books, which takes a third as long there and says nothing of the driver.
 */
const server = {
  name: 'server',
  include: ['tests/server/**/*.test.ts', ...(onPostgres ? ['tests/postgres/**/*.test.ts'] : [])],
  exclude: [`tests/server/**/*.${onPostgres ? 'embedded' : 'postgres'}.test.ts`],
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
    'tests/{contract,src/grid,src/keyboard,src/locale,src/pages,src/command/{arguments,search}}/**/*.test.ts',
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
