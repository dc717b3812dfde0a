import { expect } from 'vitest'
import { drawQualitySample } from '#server/modules/quality-inspections/nightly.ts'
import { test } from '#tests/support/server.ts'

const inspectors = 20

test('of twenty inspectors who claim the next at once nobody gets what another has, and all are served', {
  timeout: 60_000,
}, async ({ as, given, server }) => {
  const { query } = server.app.database
  const first = await given.loan({ state: 26 })
  await given.likeLoan(first, inspectors - 1)
  await query(
    `insert into reviews (id, loan_id, state, result, reviewer_id, queued_at, opened_at, decided_at, ended_at)
     select 'RV' || id, id, 'passed', 'passed', 'S-reviewer', t, t, t, t
     from loans, (values ('2026-03-09T06:00:00Z'::timestamptz)) at (t)`,
  )
  await drawQualitySample(server.app)
  await query(
    `insert into staff select made.* from staff s, generate_series(1, ${inspectors}) n,
       jsonb_populate_record(s, jsonb_build_object('id', 'S-qc' || n, 'account', 'qc' || n)) made
     where s.account = 'inspector'`,
  )
  await query(
    `insert into staff_roles (staff_id, role_id) select 'S-qc' || n, 'QC' from generate_series(1, ${inspectors}) n`,
  )
  const people = Array.from({ length: inspectors }, (_, n) => `qc${n + 1}` as 'inspector')

  const claimed = await Promise.all(people.map((who) => as(who).qualityInspections.claimNext()))

  expect(new Set(claimed.map(({ inspection }) => inspection?.id)).size).toBe(inspectors)
  expect(claimed.every(({ inspection }, n) => inspection?.inspector?.id === `S-qc${n + 1}`)).toBe(true)
  expect((await as('inspector').qualityInspections.claimNext()).inspection).toBeNull()
  await query(`delete from staff_roles where staff_id like 'S-qc%'`)
  await query(`delete from staff where id like 'S-qc%'`)
})

test('two servers that draw at once draw each day once', async ({ given, server }) => {
  const { query } = server.app.database
  await given.loan({ state: 26 })
  await query(
    `insert into reviews (id, loan_id, state, result, reviewer_id, queued_at, opened_at, decided_at, ended_at)
     select 'RV' || id, id, 'passed', 'passed', 'S-reviewer', t, t, t, t
     from loans, (values ('2026-03-09T06:00:00Z'::timestamptz)) at (t)`,
  )

  const runs = await Promise.all([drawQualitySample(server.app), drawQualitySample(server.app)])

  expect(runs.map(({ done }) => done).toSorted()).toEqual([0, 1])
  expect((await query(`select count(*)::int as count from quality_inspections`)).rows).toEqual([{ count: 1 }])
})
