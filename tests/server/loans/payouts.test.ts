import { expect } from 'vitest'
import type { LoanState } from '#contract/loans/flow.ts'
import { sandboxPayoutRows } from '#server/modules/sandbox/store.ts'
import { test, type World } from '#tests/support/server.ts'

const daysAgo = ({ clock }: Pick<World, 'clock'>, days: number) => new Date(clock.now().getTime() - days * 86_400_000)

test.for([20, 26] as const)(
  'an approved order in %i is paid out by hand where that is how it is done',
  async (state, { as, given, server }) => {
    await given.parameter('disburse.manual', true)
    const { id, version } = await given.loan({ state })

    const sent = await as('ops').loans.disburse({ id, version })

    expect(sent).toMatchObject({ state: 29, attempts: 1 })
    const { payouts, timeline } = await as('ops').loans.detail({ id })
    expect(payouts).toMatchObject([{ id: `${id}-1`, state: 'paying', attempt: 1 }])
    expect(timeline.at(-1)).toMatchObject({ from: state, to: 29, event: 'disburse', actor: 'Operations' })
    const { rows } = await server.app.database.query(`select key from outbox`)
    expect(rows).toEqual([{ key: `${id}-1` }])
  },
)

test('where the job pays out, nobody does it by hand', async ({ as, given }) => {
  const { id, version } = await given.loan({ state: 20 })

  await expect(as('ops').loans.disburse({ id, version })).rejects.toMatchObject({ fault: 'disbursed_by_job' })
})

test.for([
  ['no card is bound', { card: { state: 'unbound' } }, 'card_not_bound'],
  ['the holder is called otherwise', { card: { similarityPpm: 799_999 } }, 'name_mismatch'],
] as const)('money leaves neither the first time nor again where %s', async ([, about, fault], { as, given }) => {
  await given.parameter('disburse.manual', true)
  const [fresh, failed] = [await given.loan({ state: 20, ...about }), await given.loan({ state: 31, ...about })]

  await expect(as('ops').loans.disburse({ id: fresh.id, version: fresh.version })).rejects.toMatchObject({ fault })
  await expect(as('ops').loans.redisburse({ id: failed.id, version: failed.version })).rejects.toMatchObject({ fault })
})

test('an approval is good up to its last day, not after', async ({ as, given, clock }) => {
  await given.parameter('disburse.manual', true)
  const old = await given.loan({ state: 20, decidedAt: daysAgo({ clock }, 15) })
  const last = await given.loan({ state: 20, decidedAt: daysAgo({ clock }, 14) })
  const failed = await given.loan({ state: 31, decidedAt: daysAgo({ clock }, 15) })

  const expired = { fault: 'approval_expired', values: { until: '2026-03-09' } }
  await expect(as('ops').loans.disburse({ id: old.id, version: old.version })).rejects.toMatchObject(expired)
  await expect(as('ops').loans.redisburse({ id: failed.id, version: failed.version })).rejects.toMatchObject(expired)
  expect(await as('ops').loans.disburse({ id: last.id, version: last.version })).toMatchObject({ state: 29 })
})

test('what is paid out in a day stays within the cap', async ({ as, given }) => {
  await given.parameter('disburse.manual', true)
  await given.parameter('disburse.dailyCapMinor', 600_000)
  const [first, second] = [await given.loan({ state: 20 }), await given.loan({ state: 26 })]
  await as('ops').loans.disburse({ id: first.id, version: first.version })

  const over = as('ops').loans.disburse({ id: second.id, version: second.version })

  await expect(over).rejects.toMatchObject({ fault: 'fund_cap', values: { left: { minor: 175_000 } } })
})

test('an order is tried so often, and after it was submitted again as often anew', async ({ as, given, server }) => {
  const { id, version, customerId } = await given.loan({ attempts: 5 })
  await expect(as('ops').loans.redisburse({ id, version })).rejects.toMatchObject({ fault: 'attempts_exhausted' })

  const again = await as('ops').loans.resubmit({ id, version })
  await server.dispatcher.flush()
  expect(again).toMatchObject({ state: 10, attempts: 0 })
  const { loan, decisions } = await as('ops').loans.detail({ id })
  expect(loan).toMatchObject({ state: 20, failure: null, customerId })
  expect(decisions).toHaveLength(1)

  await given.parameter('disburse.manual', true)
  const { rows } = await as('ops').loans.applications({ q: `id:${id}` })
  await as('ops').loans.disburse({ id, version: rows[0]!.version })
  expect((await as('ops').loans.detail({ id })).payouts.map(({ attempt }) => attempt)).toEqual([5, 6])
})

test.for([23, 31] as const)(
  'an application in %i is submitted again within so many days, so many times',
  async (state, { as, given, server, clock }) => {
    const when = (days: number) => ({ failedAt: daysAgo({ clock }, days), decidedAt: daysAgo({ clock }, days) })
    const [late, due, often] = [
      await given.loan({ state, ...when(8) }),
      await given.loan({ state, ...when(7) }),
      await given.loan({ state, ...when(1) }),
    ]
    await server.app.database.query(`update loans set resubmits = 3 where id = '${often.id}'`)

    await expect(as('ops').loans.resubmit({ id: late.id, version: late.version })).rejects.toMatchObject({
      fault: 'resubmitted_too_late',
      values: { until: '2026-03-09' },
    })
    await expect(as('ops').loans.resubmit({ id: often.id, version: 2 as never })).rejects.toMatchObject({
      fault: 'resubmitted_too_often',
    })
    expect(await as('ops').loans.resubmit({ id: due.id, version: due.version })).toMatchObject({ state: 10 })
  },
)

test('whoever may not apply may not have an application submitted again', async ({ as, given, server }) => {
  const blacklisted = await given.loan({ state: 31, blacklisted: true })
  const frozen = await given.loan({ state: 31, account: 'frozen' })
  const busy = await given.loan({ state: 31 })
  const other = await given.loan({ state: 30, customerId: busy.customerId })
  const unpaid = await given.loan({ state: 31, payout: 'paying' })
  const resubmit = ({ id, version }: typeof busy) => as('ops').loans.resubmit({ id, version })

  await expect(resubmit(blacklisted)).rejects.toMatchObject({ fault: 'customer_blacklisted' })
  await expect(resubmit(frozen)).rejects.toMatchObject({ fault: 'customer_not_enabled' })
  await expect(resubmit(busy)).rejects.toMatchObject({ fault: 'order_open', values: { loan: other.id } })
  await expect(resubmit(unpaid)).rejects.toMatchObject({ fault: 'payout_unconfirmed' })
  await server.dispatcher.flush()
})

const cancellable: [LoanState, 'cancelLoan' | 'cancelDisbursement'][] = [
  ...([10, 20, 22, 23, 26] as const).map((state): [LoanState, 'cancelLoan'] => [state, 'cancelLoan']),
  [31, 'cancelDisbursement'],
]

test.for(cancellable)('an order in %i is ended by %s, with the reason', async ([state, act], { as, given }) => {
  const { id, version } = await given.loan({ state })

  const ended = await as('manager').loans[act]({ id, version, reason: 'Customer changed their mind' })

  expect(ended.state).toBe(70)
  const { timeline } = await as('ops').loans.detail({ id })
  expect(timeline.at(-1)).toMatchObject({
    ...{ from: state, to: 70, event: act, actor: 'Manager', reason: 'Customer changed their mind' },
  })
})

test('nothing is cancelled without a reason, nor while money is on its way', async ({ as, given }) => {
  const bare = await given.loan({ state: 20 })
  const sending = await given.loan({ state: 29, attempts: 1, payout: 'paying' })
  const unsure = await given.loan({ state: 31, payout: 'paying' })
  const reason = 'x'

  await expect(as('ops').loans.cancelLoan({ id: bare.id, version: bare.version, reason: '  ' })).rejects.toMatchObject({
    fields: [{ field: 'reason' }],
  })
  for (const act of ['cancelLoan', 'cancelDisbursement'] as const) {
    const refused = as('ops').loans[act]({ id: sending.id, version: sending.version, reason })
    await expect(refused).rejects.toMatchObject({ fault: 'not_allowed_now' })
  }
  const unconfirmed = as('ops').loans.cancelDisbursement({ id: unsure.id, version: unsure.version, reason })
  await expect(unconfirmed).rejects.toMatchObject({ fault: 'payout_unconfirmed' })
})

test('an order that was sent by hand lives once the channel has paid', async ({ as, given, server }) => {
  await given.parameter('disburse.manual', true)
  const { id, version } = await given.loan({ state: 26, card: { account: '501002340000' } })
  await as('ops').loans.disburse({ id, version })
  await server.dispatcher.flush()
  expect(await server.app.database.db.select().from(sandboxPayoutRows)).toMatchObject([{ id: `${id}-1` }])

  await server.deliver()

  expect((await as('ops').loans.detail({ id })).loan.state).toBe(30)
})
