import { expect } from 'vitest'
import { undoMs } from '#contract/reviews/flow.ts'
import { startServer } from '#server/server.ts'
import { openAgain } from '#tests/support/database.ts'
import { test } from '#tests/support/server.ts'

const reviewers = 50

test('of fifty who claim the next at once nobody gets what another has, and all are served', {
  timeout: 60_000,
}, async ({ as, given, server }) => {
  const { query } = server.app.database
  const first = await given.loan({ state: 22 })
  await given.likeLoan(first, reviewers - 1)
  await query(
    `insert into reviews (id, loan_id, state, queued_at, waiting_since)
     select 'RV' || id, id, 'unclaimed', now(), now() from loans where id <> '${first.id}'`,
  )
  // each a person of their own: what one has claimed already is theirs again
  await query(
    `insert into staff select made.* from staff s, generate_series(1, ${reviewers}) n,
       jsonb_populate_record(s, jsonb_build_object('id', 'S-rev' || n, 'account', 'rev' || n)) made
     where s.account = 'reviewer'`,
  )
  await query(
    `insert into staff_roles (staff_id, role_id) select 'S-rev' || n, 'REV' from generate_series(1, ${reviewers}) n`,
  )
  const people = Array.from({ length: reviewers }, (_, n) => `rev${n + 1}` as 'reviewer')

  const claimed = await Promise.all(people.map((who) => as(who).reviews.claimNext()))

  expect(new Set(claimed.map(({ review }) => review?.id)).size).toBe(reviewers)
  expect(claimed.every(({ review }) => review?.state === 'toAudit')).toBe(true)
  expect((await as('reviewer').reviews.claimNext()).review).toBeNull()
  const { rows } = await query(`select count(distinct reviewer_id)::int as count from loans`)
  expect(rows).toEqual([{ count: reviewers }])
  await query(`delete from staff_roles where staff_id like 'S-rev%' and staff_id <> 'S-reviewer'`)
  await query(`delete from staff where id like 'S-rev%' and id <> 'S-reviewer'`)
})

test('of two reviewers who open one application at once one is at it, and the other is told', async ({
  as,
  given,
  server,
}) => {
  const { query } = server.app.database
  await query(`insert into staff_roles (staff_id, role_id) values ('S-marketer', 'REV')`)
  const { review } = await given.loan({ state: 22 })

  const ended = await Promise.allSettled([as('reviewer').reviews.open(review), as('marketer').reviews.open(review)])
  await query(`delete from staff_roles where staff_id = 'S-marketer' and role_id = 'REV'`)

  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { fault: string }).fault] : []))
  expect(refused).toEqual(['stale_version'])
})

test('a decision that nobody has delivered counts after a restart, once, on whichever server', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, review } = await given.loan({ state: 22, reviewer: 'reviewer' })
  await as('reviewer').reviews.pass(review)
  const database = await openAgain(server.app.database)
  const options = { country: 'IN', secret: 'secret of the tests', port: 0, clock, jobs: false } as const
  const restarted = await startServer({ database, ...options, delivery: 'manual' })

  clock.forward(undoMs)
  await Promise.all([restarted.dispatcher.flush(), server.dispatcher.flush()])
  await restarted.stop()

  const { loan, timeline, decisions } = await as('ops').loans.detail({ id })
  expect([loan.state, timeline.length, decisions.length]).toEqual([26, 1, 1])
})
