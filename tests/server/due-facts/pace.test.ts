import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { paceOf, refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { test } from '#tests/support/server.ts'
import { owing } from '../payments/support.ts'

test('what has gathered is looked at portion by portion, and nothing is left of it', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { query } = server.app.database
  for (const _ of [1, 2, 3]) await owing(here)

  expect(await refreshDueFacts(server.app, { chunk: 1, rest: 1 })).toBe(3)

  expect((await query('select count(distinct plan_id)::int as facts from due_facts')).rows).toEqual([{ facts: 3 }])
  expect((await query('select from due_fact_changes')).rows).toEqual([])
})

test('others come in between where more has gathered than a night brings', async ({ server }) => {
  const gather = (count: number) =>
    server.app.database.query(`insert into due_fact_changes (plan_id) select 'none' from generate_series(1, ${count})`)
  await gather(200_000)
  const night = await paceOf(server.app)
  await gather(1)

  const backlog = await paceOf(server.app)

  expect(night.rest).toBe(0)
  expect(backlog.rest).toBeGreaterThan(0)
  expect(backlog.chunk).toBeLessThan(night.chunk)
})

/** Rows of `due_fact_changes` that a transaction has read so far, and others of its connection before it. */
async function readOfChanges(tx: Db): Promise<number> {
  const [read] = await rowsOf<{ rows: string }>(
    tx,
    sql`select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'due_fact_changes'`,
  )
  return Number(read!.rows)
}

test('every change is read a few times, also where the planner believes that there are none', async ({
  server: { app },
}) => {
  const { query, db } = app.database
  const gather = () => query(`insert into due_fact_changes (plan_id) select 'none' from generate_series(1, 300)`)
  await gather()
  await query('delete from due_fact_changes')
  await query('analyze due_fact_changes')
  await gather()

  const read = await db.transaction(async (tx) => {
    const before = await readOfChanges(tx)
    await refreshDueFacts({ clock: app.clock, database: { db: tx } })
    return (await readOfChanges(tx)) - before
  })

  expect(read).toBeGreaterThanOrEqual(300)
  // looked through for each of them, they are read tens of thousands of times
  expect(read).toBeLessThan(3_000)
})
