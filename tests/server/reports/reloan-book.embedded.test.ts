import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from '#server/kernel/base/database.ts'
import { reloan } from '#server/modules/loans/reloan.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { test } from '../seed/book.ts'

test('the next order of a customer is the same, looked up for each order or gathered for all', async ({ library }) => {
  const { db } = library.database
  const of = (joined: typeof reloan.joined) =>
    rowsOf<{ id: string; at: string | null }>(
      db,
      sql`select ${loanRows.id} as id, reloan.at::text as at from ${loanRows} ${joined} order by 1`,
    )

  const each = await of(reloan.joined)

  expect(await of(reloan.gathered)).toEqual(each)
  expect(each.filter(({ at }) => at !== null).length).toBeGreaterThan(100)
})
