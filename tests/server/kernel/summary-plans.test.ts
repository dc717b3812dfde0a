import { expect } from 'vitest'
import type { Database } from '#server/kernel/base/database.ts'
import { manyLike } from '#tests/support/many.ts'
import { test } from '#tests/support/server.ts'

const summed = /^Trigger (?<name>\w+_days_loans_inserted): time=(?<ms>[\d.]+)/

test('no summary takes much longer than another for orders that are written at once', async ({ given, server }) => {
  const { database } = server.app
  const { id } = await given.loan()
  const times: Record<string, number> = {}
  const explained: Database = {
    ...database,
    async query(text, values) {
      if (!text.startsWith('insert into loans')) return database.query(text, values)
      const { rows } = await database.query(`explain analyze ${text}`)
      for (const line of rows.flatMap((row) => Object.values(row).map(String))) {
        const { name, ms } = summed.exec(line)?.groups ?? {}
        if (name) times[name] = Number(ms)
      }
      return { rows: [] }
    },
  }

  await manyLike(explained, id, 4_000)

  const [least, ...others] = Object.values(times).toSorted((one, other) => one - other)
  expect(others.length).toBeGreaterThan(0)
  // each looked through for each of them, they take a hundred times as long
  expect(others.at(-1)! / least!).toBeLessThan(20)
})
