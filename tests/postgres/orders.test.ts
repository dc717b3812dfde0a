import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { jobsSettled, runScheduler } from '#server/modules/jobs/runner.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { startServer } from '#server/server.ts'
import { openAgain } from '#tests/support/database.ts'
import { test, type World } from '#tests/support/server.ts'

const outcomes = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { fault?: string }).fault))
}
const done = (ended: readonly (string | undefined)[]) => ended.filter((one) => one === 'done').length
const times = <Value>(count: number, make: (i: number) => Value) => Array.from({ length: count }, (_, i) => make(i))

/** Another server on the same database. */
const second = async ({ server, clock }: Pick<World, 'server' | 'clock'>) => {
  const database = await openAgain(server.app.database)
  return startServer({ database, country: 'IN', secret: 'secret of the tests', port: 0, clock, jobs: false })
}

test.for([
  ['cancelLoan', 20, 'ops'],
  ['disburse', 26, 'ops'],
  ['resubmit', 31, 'ops'],
] as const)(
  'of many who %s one order at once one wins, and the others are told',
  async ([act, state, who], { as, given }) => {
    await given.parameter('disburse.manual', true)
    const { id, version } = await given.loan({ state })

    const ended = await outcomes(times(8, () => as(who).loans[act]({ id, version, reason: 'x' } as never)))

    expect(done(ended)).toBe(1)
    expect(new Set(ended)).toEqual(new Set(['done', 'stale_version']))
  },
)

test('of two different acts on one order at once one wins', async ({ as, given }) => {
  const { id, version } = await given.loan()

  const ended = await outcomes([
    as('ops').loans.redisburse({ id, version }),
    as('manager').loans.cancelDisbursement({ id, version, reason: 'x' }),
  ])

  expect(done(ended)).toBe(1)
})

test('a customer who applies many times at once gets one order', async ({ as, given, server }) => {
  await given.product()
  const customerId = await given.customer()
  const apply = (ref: string) => {
    const wanted = { ref, customerId, productId: 'IN-7', amountMinor: 500_000, currency: 'INR', tenureDays: 7 }
    const payload = JSON.stringify(wanted)
    return as(null).loans.submit({ payload, signature: server.app.secrets.sign(customerApp, payload) })
  }

  const different = await outcomes(times(6, (i) => apply(`R${i}`)))

  expect(done(different)).toBe(1)
  expect((await as('ops').loans.applications({ q: '' })).rows).toHaveLength(1)
})

test('many who pay out at once stay within the cap of the day', async ({ as, given }) => {
  await given.parameter('disburse.manual', true)
  await given.parameter('disburse.dailyCapMinor', 3 * 425_000)
  const orders: { id: IdOf<'loan'>; version: never }[] = []
  for (let i = 0; i < 8; i++) orders.push(await given.loan({ state: 20 }))

  const ended = await outcomes(orders.map(({ id, version }) => as('ops').loans.disburse({ id, version })))

  expect(done(ended)).toBe(3)
  expect(new Set(ended)).toEqual(new Set(['done', 'fund_cap']))
})

test('two servers that look at the same tasks run each turn once', async ({ server, clock, as }) => {
  const other = await second({ server, clock })
  await addStandingJobs(server.app)
  clock.forward(60_000)

  await Promise.all([
    runScheduler(server.app),
    runScheduler(other.app),
    runScheduler(server.app),
    runScheduler(other.app),
  ])
  await jobsSettled()

  const { runs } = await as('executive').jobs.detail({ id: 'doDisburse' as IdOf<'job'> })
  expect(runs.map(({ state }) => state)).toEqual(['success'])
  await other.stop()
})

test('two runs of one work at once pay every order out once', async ({ given, server }) => {
  for (let i = 0; i < 20; i++) await given.loan({ state: 20 })
  const work = server.app.taskRunners.get('doDisburse')!

  await Promise.all([work(server.app), work(server.app)])

  const { rows } = await server.app.database.query(
    `select count(*)::int as payouts, count(distinct loan_id)::int as loans from payouts`,
  )
  expect(rows).toEqual([{ payouts: 20, loans: 20 }])
})

test('two runs of doLate at once charge every day once', async ({ given, server }) => {
  for (let i = 0; i < 20; i++) {
    await given.plan({ state: 30, dueDate: '2026-03-05' as never, charged: { penalty: 0 } })
  }
  const work = server.app.taskRunners.get('doLate')!

  await Promise.all([work(server.app), work(server.app)])

  const { rows } = await server.app.database.query(
    `select count(*)::int as penalties, (select sum(charged_penalty)::int from plans) as charged,
       (select count(*)::int from cases) as cases from penalties`,
  )
  expect(rows).toEqual([{ penalties: 100, charged: 20 * 17_500, cases: 20 }])
})

test('a channel that says one thing many times at once is believed once', async ({ as, given, server }) => {
  const { id } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  const result = { payoutId: `${id}-1`, outcome: 'paid', amountMinor: 425_000, currency: 'INR', channelRef: 'C1' }
  const payload = JSON.stringify({ ...result, utr: '000000000001', failure: null })
  const signature = server.app.secrets.sign(payoutChannel, payload)

  const ended = await outcomes(times(10, () => as(null).payouts.callback({ payload, signature })))

  expect(new Set(ended)).toEqual(new Set(['done']))
  const { plans, timeline } = await as('ops').loans.detail({ id })
  expect(plans).toHaveLength(1)
  expect(timeline.filter(({ event }) => event === 'disburseOk')).toHaveLength(1)
})
