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
        if (name) times[name] = Math.min(Number(ms), times[name] ?? Number(ms))
      }
      return { rows: [] }
    },
  }

  // the quicker of two: a busy machine has one of them wait
  await manyLike(explained, id, 4_000)
  await manyLike(explained, id, 4_000, 'LNO')

  // none of them is closed
  delete times.closed_order_days_loans_inserted
  const sorted = Object.values(times).toSorted((one, other) => one - other)
  expect(sorted.length).toBeGreaterThan(2)
  // one that looks through all of them for each takes a hundred times as long as the one in the middle
  expect(sorted.at(-1)! / sorted[Math.floor(sorted.length / 2)]!).toBeLessThan(20)
})
