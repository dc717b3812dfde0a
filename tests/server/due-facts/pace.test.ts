import { expect } from 'vitest'
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
