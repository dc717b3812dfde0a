import { defineConfig } from 'vitest/config'
import { titles } from './scripts/pinyin.ts'

/** What needs several connections runs on PostgreSQL only; what needs no database runs once, beside PGlite. */
const lanes = {
  embedded: { include: ['tests/**/*.test.ts'], exclude: ['tests/postgres/**'] },
  postgres: { include: ['tests/server/**/*.test.ts', 'tests/postgres/**/*.test.ts'] },
}

export default defineConfig({
  plugins: [titles(import.meta.dirname)],
  test: {
    ...lanes[process.env.LANE === 'postgres' ? 'postgres' : 'embedded'],
    globalSetup: ['tests/support/model.setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
