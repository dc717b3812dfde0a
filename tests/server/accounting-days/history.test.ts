import { expect, test } from 'vitest'
import type { Database } from '#server/kernel/base/database.ts'
import { closeDays } from '#server/modules/accounting-days/close.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { openForTests } from '#tests/support/database.ts'
import { environment, now } from '../seed/book.ts'

/** Days and entries, without what is made anew. */
async function booked({ query }: Database): Promise<[days: unknown[], entries: unknown[]]> {
  const { rows: days } = await query('select * from accounting_days order by day')
  const { rows: entries } = await query('select * from journal_entries order by id')
  return [days.map(({ id: _, created_at: __, closed_at: ___, ...day }) => day), entries]
}

test('an installation with a history gets its days closed in one night, chunk by chunk, while others read', async () => {
  const database = await openForTests()
  const { query } = database
  await seedDemo(database, environment, { now, customers: 60, loans: 100 })
  const before = await booked(database)
  await query('truncate accounting_days, journal_entries')

  let isOver = false
  const closing = closeDays(database, { country: 'IN', now: () => now }).finally(() => {
    isOver = true
  })
  for (const _ of [1, 2, 3]) expect((await query('select id from plans limit 1')).rows).toHaveLength(1)
  const readMeanwhile = !isOver

  expect(await closing).toEqual({ closed: before[0].length, imbalances: [] })
  expect(await booked(database)).toEqual(before)
  expect(readMeanwhile).toBe(true)
  await database.close()
})
