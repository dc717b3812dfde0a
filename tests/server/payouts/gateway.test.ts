import { expect } from 'vitest'
import type { PayoutResult } from '#contract/payouts.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { test, type World } from '#tests/support/server.ts'

const account = { paid: '501002340000', refused: '501002340001', thrice: '501002340003', hangs: '501002340004' }

/** The order as it is once the sandbox has called back; the clock goes on, since the sandbox waits by it. */
const settled = async ({ as, clock, server }: Pick<World, 'as' | 'clock' | 'server'>, id: string, state: number) => {
  clock.forward(1_000)
  await server.deliver()
  const detail = await as('ops').loans.detail({ id: id as never })
  expect(detail.loan.state).toBe(state)
  return detail
}

/** A callback as the channel sends it. */
const signed = ({ server }: Pick<World, 'server'>, result: Partial<PayoutResult> & { payoutId: string }) => {
  const whole = {
    outcome: 'paid',
    amountMinor: 425_000,
    currency: 'INR',
    channelRef: 'C1',
    utr: '000000000001',
    failure: null,
  }
  const payload = JSON.stringify({ ...whole, ...result })
  return { payload, signature: server.app.secrets.sign(payoutChannel, payload) }
}

test('a pay-out leaves after the commit, and its order lives once the channel calls back', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id, version } = await given.loan({ card: { account: account.paid } })
  await as('ops').loans.redisburse({ id, version })
  await server.dispatcher.flush()

  const { loan, plans, payouts } = await settled({ as, clock, server }, id, 30)

  expect(payouts.at(-1)).toMatchObject({ attempt: 2, state: 'success', utr: expect.stringMatching(/^\d{12}$/) })
  expect(plans).toEqual([expect.objectContaining({ state: 'notDue', dueDate: '2026-03-17' })])
  expect(plans[0]!.amountDue).toEqual({ minor: 503_500, currency: 'INR' })
  expect(loan.dueDate).toBe('2026-03-17')
})

test('a refusal of the channel leads back to 31 with its reason', async ({ as, given, server, clock }) => {
  const { id, version } = await given.loan({ card: { account: account.refused } })
  await as('ops').loans.redisburse({ id, version })
  await server.dispatcher.flush()

  const { loan, payouts } = await settled({ as, clock, server }, id, 31)

  expect(loan.failure).toBe('IFSC invalid')
  expect(payouts.at(-1)).toMatchObject({ state: 'fail', failure: 'IFSC invalid' })
})

test('a channel that repeats itself pays once', async ({ as, given, server, clock }) => {
  const { id, version } = await given.loan({ card: { account: account.thrice } })
  await as('ops').loans.redisburse({ id, version })
  await server.dispatcher.flush()
  await settled({ as, clock, server }, id, 30)

  for (let round = 0; round < 3; round++) {
    clock.forward(3_000)
    await server.deliver()
  }
  expect((await server.app.database.query('select called from sandbox.payouts')).rows).toEqual([{ called: 3 }])

  const { plans, timeline } = await as('ops').loans.detail({ id })
  expect(plans).toHaveLength(1)
  expect(timeline.filter(({ event }) => event === 'disburseOk')).toHaveLength(1)
})

test('a callback with a forged signature changes nothing', async ({ as, given, server }) => {
  const { id } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  const { payload } = signed({ server }, { payoutId: `${id}-1` })

  const forged = as(null).payouts.callback({ payload, signature: 'ab'.repeat(32) })

  await expect(forged).rejects.toMatchObject({ code: 400, fault: 'bad_signature' })
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(29)
})

test('a callback about another amount, or about nothing we ordered, is refused', async ({ as, given, server }) => {
  const { id } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })

  const tell = (result: Partial<PayoutResult> & { payoutId: string }) =>
    as(null).payouts.callback(signed({ server }, result))

  await expect(tell({ payoutId: `${id}-1`, amountMinor: 1 })).rejects.toMatchObject({ fault: 'amount_differs' })
  await expect(tell({ payoutId: 'LN0-1' })).rejects.toMatchObject({ fault: 'unknown_payout' })
  expect((await as('ops').loans.detail({ id })).loan.state).toBe(29)
})

test('what a channel says after it has said the opposite changes nothing', async ({ as, given, server }) => {
  const { id } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  const failure = { code: 'bank_down', text: 'Beneficiary bank down' }
  await as(null).payouts.callback(signed({ server }, { payoutId: `${id}-1` }))

  await as(null).payouts.callback(signed({ server }, { payoutId: `${id}-1`, outcome: 'failed', failure }))

  const { loan, plans } = await as('ops').loans.detail({ id })
  expect(loan.state).toBe(30)
  expect(plans).toHaveLength(1)
})

test('while the gateway is down an order stays at 29 and its message is tried again, for all to see', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { database } = server.app
  await database.query(`alter table sandbox.payouts rename to payouts_away`)
  const { id, version } = await given.loan({ card: { account: account.paid } })

  try {
    await as('ops').loans.redisburse({ id, version })
    await server.dispatcher.flush()
    clock.forward(2_000)
    await server.dispatcher.flush()

    const { rows } = await database.query(`select state, attempts, error from outbox where key = '${id}-2'`)
    expect(rows).toEqual([{ state: 'waiting', attempts: 2, error: 'the gateway answered 500' }])
    expect((await as('ops').loans.detail({ id })).loan.state).toBe(29)
  } finally {
    await database.query(`alter table sandbox.payouts_away rename to payouts`)
  }

  clock.forward(60_000)
  await server.dispatcher.flush()
  await settled({ as, clock, server }, id, 30)
})

test('a channel that never called back is asked', async ({ as, given, server, clock }) => {
  const { id } = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  const dueAt = clock.now().toISOString()
  await server.app.database.query(
    `insert into sandbox.payouts (id, amount_minor, currency, callback_url, outcome, calls, due_at)
     values ('${id}-1', 425000, 'INR', 'http://127.0.0.1:9', 'paid', 0, '${dueAt}')`,
  )
  clock.forward(3 * 60_000)

  await server.app.taskRunners.get('queryPayout')!(server.app)

  expect((await as('ops').loans.detail({ id })).loan.state).toBe(30)
})

test('a rehearsal sends nothing', async ({ as, given, server }) => {
  const { id, version } = await given.loan()

  await as('ops', { rehearse: true }).loans.redisburse({ id, version })
  await server.dispatcher.flush()

  const { rows } = await server.app.database.query('select count(*)::int as count from outbox')
  expect(rows).toEqual([{ count: 0 }])
})
