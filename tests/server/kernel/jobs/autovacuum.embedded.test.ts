import { expect } from 'vitest'
import { autovacuum } from '#server/kernel/jobs/autovacuum.ts'
import { test } from '#tests/support/server.ts'

test('tables whose rows have changed a lot are cleared of what those were, and no others', async ({
  server: { app },
}) => {
  const { query } = app.database
  const dead = async (table: string) => {
    const { rows } = await query(`select n_dead_tup as dead from pg_stat_user_tables where relname = '${table}'`)
    return Number(rows[0]!.dead)
  }
  const sizeOf = async (table: string) =>
    Number((await query(`select pg_relation_size('${table}') as size`)).rows[0]!.size)
  await query(`create table much (id int, text text); insert into much select n, 'text' from generate_series(1, 500) n;
    create table little (like much); insert into little select * from much;
    alter table little set (autovacuum_vacuum_scale_factor = 5); analyze little`)
  for (let times = 0; times < 4; times++)
    await query(`update much set text = 'a longer text'; update little set text = 'other' where id < 300`)
  // what has died is told a moment later
  await expect.poll(() => dead('much')).toBeGreaterThan(1_000)
  await expect.poll(() => dead('little')).toBeGreaterThan(500)

  await autovacuum.run(app)

  await expect.poll(() => dead('much')).toBe(0)
  expect(await dead('little')).toBeGreaterThan(500)
  const before = await sizeOf('much')
  await query(`update much set text = 'another one'; update much set text = 'and another'`)
  expect(await sizeOf('much')).toBe(before)
  await query('drop table much; drop table little')
})
