import { expect } from 'vitest'
import { jobsSettled } from '#server/modules/jobs/runner.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { test } from '#tests/support/server.ts'
import { tell } from '../payments/support.ts'
import { closed, daysOf, later, lent } from './support.ts'

test('a day in which an order does not add up stays open, says how many, and is closed once it does', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await server.app.taskRunners.get('doLate')!(server.app)
  await later(here)
  await closed(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  const { query } = server.app.database
  await query('update plans set paid_principal = paid_principal + 100')
  await later(here, 2)

  const wrong = await closed(here)

  expect(wrong).toMatchObject({
    closed: 0,
    imbalances: [{ loanId, field: 'outstanding', day: '2026-03-11' }],
  })
  expect(await daysOf(here, 'day>2026-03-10')).toMatchObject([
    { day: '2026-03-11', state: 'open', differences: 1, closedAt: null },
  ])
  const { piles } = await as('executive').overview.waiting({})
  expect(piles.find(({ id }) => id === 'openDays')).toMatchObject({ count: 1 })
  await query('update plans set paid_principal = paid_principal - 100')
  expect(await closed(here)).toEqual({ closed: 2, imbalances: [] })
  expect(await daysOf(here, 'day>2026-03-10')).toMatchObject([
    { day: '2026-03-11', state: 'closed', differences: 0, closedAt: expect.stringContaining('2026-03-13') },
    { day: '2026-03-12', state: 'closed' },
  ])
})

test('money that is not used up is no balance either', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  const { loanId } = await lent(here)
  await tell(here, { loanId, amountMinor: 200_000 })
  await server.app.database.query(`update payments set unapplied_minor = 5 where loan_id = '${loanId}'`)
  await later(here)

  const { imbalances } = await closed(here)

  expect(imbalances).toMatchObject([
    { loanId, field: expect.stringMatching(/^PY/), expected: '200000', found: '200005' },
  ])
})

test('the task that closes says where, as an audit does, and has failed', async ({ as, given, server, clock }) => {
  const here = { as, given, server, clock }
  await addStandingJobs(server.app)
  const { loanId } = await lent(here)
  await server.app.database.query('update plans set paid_principal = 100')
  await later(here)
  const { job } = await as('ops').jobs.detail({ id: 'closeDays' as never })

  await as('ops').jobs.run({ id: job.id, version: job.version })
  await jobsSettled()

  const after = await as('ops').jobs.detail({ id: 'closeDays' as never })
  expect(after.job.lastRun).toBe('fail')
  expect(after.findings).toMatchObject([{ loanId, field: 'outstanding' }])
})
