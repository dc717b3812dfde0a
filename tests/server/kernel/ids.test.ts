import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { recovery } from '#contract/recoveries.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { idSequence, nextId, padded } from '#server/kernel/base/ids.ts'
import { test } from '#tests/support/server.ts'

test('ids made in SQL are different ones also after the millionth', async ({ server }) => {
  const { db, query } = server.app.database
  const sequence = idSequence(recovery.ids.noun)
  const { rows } = await query(`select last_value::int as last from ${sequence}`)
  await query(`select setval('${sequence}', 999998)`)

  const made = await rowsOf<{ id: string }>(
    db,
    sql`select ${nextId(recovery.ids, sql`day`)} as id from (select date '2026-03-10' as day from generate_series(1, 3)) days`,
  )

  await query(`select setval('${sequence}', $1)`, [rows[0]!.last])
  expect(made.map(({ id }) => id)).toEqual(['RB260310999999', 'RB2603101000000', 'RB2603101000001'])
})

test.for([
  [7, '007'],
  [999, '999'],
  [1_000, '1000'],
  [123_456, '123456'],
] as const)('%i has at least three digits, and all of its own', async ([number, digits], { server }) => {
  const [row] = await rowsOf<{ digits: string }>(
    server.app.database.db,
    sql`select ${padded(sql`${number}::bigint`, 3)} as digits`,
  )
  expect(row!.digits).toBe(digits)
})
