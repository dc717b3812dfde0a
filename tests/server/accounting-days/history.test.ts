import { setTimeout } from 'node:timers/promises'
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

  let [isOver, read] = [false, 0]
  const closing = closeDays(database, { country: 'IN', now: () => now }).finally(() => {
    isOver = true
  })
  while (!isOver) {
    const { rows } = await query('select count(*)::int as plans from plans')
    if (rows[0]!.plans !== 0) read += 1
    await setTimeout(20) // on the embedded database it gives way for as long as anybody reads
  }

  expect(await closing).toEqual({ closed: before[0].length, imbalances: [] })
  expect(await booked(database)).toEqual(before)
  expect(read).toBeGreaterThan(0)
  await database.close()
})
