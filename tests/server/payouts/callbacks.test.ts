import { expect } from 'vitest'
import type { PayoutResult } from '#contract/payouts.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { test, type World } from '#tests/support/server.ts'

const failure = { code: 'bank_down', text: 'Beneficiary bank down' }
const said = {
  paid: { outcome: 'paid', utr: '000000000001', failure: null },
  failed: { outcome: 'failed', utr: null, failure },
} as const

type Result = Partial<PayoutResult> & { payoutId: string }
const signed = ({ server }: Pick<World, 'server'>, result: Result) => {
  const about = { amountMinor: 425_000, currency: 'INR', channelRef: `C-${result.payoutId}`, ...said.paid }
  const payload = JSON.stringify({ ...about, ...result })
  return { payload, signature: server.app.secrets.sign(payoutChannel, payload) }
}
const tell = ({ as, server }: Pick<World, 'as' | 'server'>, result: Result) =>
  as(null).payouts.callback(signed({ server }, result))

type Order = Awaited<ReturnType<World['given']['loan']>>
const card = { holder: 'Asha Rao' as never, bank: 'ICICI', ifsc: 'ICIC0000456', account: '60123456789', reason: 'x' }

/** What may be done to an order whose first pay-out has failed, and the code that leads to. */
const acts = {
  redisburse: [29, ({ as }, { id, version }) => as('ops').loans.redisburse({ id, version })],
  changeCard: [31, ({ as }, { id, version }) => as('ops').loans.changeCard({ id, version, ...card })],
  resubmit: [10, ({ as }, { id, version }) => as('ops').loans.resubmit({ id, version })],
  cancelDisbursement: [
    70,
    ({ as }, { id, version }) => as('ops').loans.cancelDisbursement({ id, version, reason: 'Customer withdrew' }),
  ],
} as const satisfies Record<string, readonly [number, (world: Pick<World, 'as'>, order: Order) => Promise<unknown>]>
type Act = keyof typeof acts

const everyAct = Object.keys(acts) as Act[]
/** What the channel may still say of the first pay-out, and whether it is taken. */
const late = [
  ['late, and again', 'failed', null],
  ['late, and the opposite', 'paid', null],
  ['with a forged signature', 'paid', 'bad_signature'],
  ['about another amount', 'paid', 'amount_differs'],
  ['about a pay-out that was never ordered', 'paid', 'unknown_payout'],
] as const

const orderOf = async ({ as }: Pick<World, 'as'>, id: Order['id']) => {
  const { loan, timeline, plans, payouts } = await as('executive').loans.detail({ id })
  return { state: loan.state, failure: loan.failure, timeline, plans, payouts }
}

for (const act of everyAct) {
  test.for(late)(
    `after ${act}, what the channel says %s moves nothing`,
    async ([how, outcome, fault], { as, given, server }) => {
      const world = { as, server }
      const order = await given.loan({ state: 31 })
      const [state, does] = acts[act]
      await does(world, order)
      const before = await orderOf(world, order.id)
      const result = { payoutId: `${order.id}-1`, ...said[outcome] }

      const calls = {
        'with a forged signature': () =>
          as(null).payouts.callback({ ...signed({ server }, result), signature: 'ab'.repeat(32) }),
        'about another amount': () => tell(world, { ...result, amountMinor: 1 }),
        'about a pay-out that was never ordered': () => tell(world, { ...result, payoutId: `${order.id}-7` }),
      } as Readonly<Record<string, () => Promise<unknown>>>
      const call = calls[how] ?? (() => tell(world, result))
      const ended = (await Promise.allSettled([call(), call(), call()])).map((one) =>
        one.status === 'fulfilled' ? null : (one.reason as { fault: string }).fault,
      )

      expect(new Set(ended)).toEqual(new Set([fault]))
      expect(before.state).toBe(state)
      expect(await orderOf(world, order.id)).toEqual(before)
    },
  )
}

test('of two pay-outs the second counts, whatever the channel says of the first, and in whatever order', async ({
  as,
  given,
  server,
}) => {
  const world = { as, server }
  const { id, version } = await given.loan({ state: 31 })
  await as('ops').loans.redisburse({ id, version })

  await tell(world, { payoutId: `${id}-1`, ...said.paid })
  await tell(world, { payoutId: `${id}-2`, ...said.paid, utr: '000000000002' })
  await tell(world, { payoutId: `${id}-2`, ...said.failed })
  await tell(world, { payoutId: `${id}-1`, ...said.failed })

  const { state, plans, payouts, timeline } = await orderOf(world, id)
  expect(state).toBe(30)
  expect(plans).toHaveLength(1)
  expect(payouts.map(({ attempt, state: ended, utr }) => [attempt, ended, utr])).toEqual([
    [1, 'fail', null],
    [2, 'success', '000000000002'],
  ])
  expect(timeline.filter(({ event }) => event === 'disburseOk')).toHaveLength(1)
})

test('a pay-out by hand is resolved by the first thing the channel says, however often it says so', async ({
  as,
  given,
  server,
}) => {
  const world = { as, server }
  await given.parameter('disburse.manual', true)
  const { id, version } = await given.loan({ state: 20 })
  await as('ops').loans.disburse({ id, version })
  const forged = signed(world, { payoutId: `${id}-1`, ...said.failed })
  await expect(as(null).payouts.callback({ ...forged, signature: 'ab'.repeat(32) })).rejects.toMatchObject({
    fault: 'bad_signature',
  })
  expect((await orderOf(world, id)).state).toBe(29)

  for (const outcome of ['failed', 'failed', 'paid'] as const)
    await tell(world, { payoutId: `${id}-1`, ...said[outcome] })

  const { state, failure: why, timeline } = await orderOf(world, id)
  expect({ state, why }).toEqual({ state: 31, why: failure.text })
  expect(timeline.filter(({ event }) => event === 'disburseFail')).toHaveLength(1)
})

test('an order that failed before its channel had answered is paid out once the channel says that it paid', async ({
  as,
  given,
  server,
}) => {
  const world = { as, server }
  const { id } = await given.loan({ state: 31, payout: 'paying' })

  await tell(world, { payoutId: `${id}-1`, ...said.paid })
  await tell(world, { payoutId: `${id}-1`, ...said.paid })

  const { state, failure: why, timeline, plans, payouts } = await orderOf(world, id)
  expect({ state, why }).toEqual({ state: 30, why: null })
  expect(timeline).toMatchObject([
    { from: 31, to: 29, actor: payoutChannel },
    { from: 29, to: 30, event: 'disburseOk' },
  ])
  expect(plans).toHaveLength(1)
  expect(payouts).toMatchObject([{ state: 'success', utr: said.paid.utr }])
})

test('an order that failed before its channel had answered may be paid again once the channel says that it did not pay', async ({
  as,
  given,
  server,
}) => {
  const world = { as, server }
  const { id, version } = await given.loan({ state: 31, payout: 'paying' })
  await expect(as('ops').loans.redisburse({ id, version })).rejects.toMatchObject({ fault: 'payout_unconfirmed' })

  await tell(world, { payoutId: `${id}-1`, ...said.failed, failure: { code: 'closed', text: 'Account closed' } })

  const { loan, payouts } = await as('ops').loans.detail({ id })
  // a code that is nobody's here is of the last class, and the words stay those of the bank
  const why = { failureCode: 'other', failure: 'Account closed' }
  expect([loan, payouts[0]]).toMatchObject([{ state: 31, ...why }, why])
  await as('ops').loans.redisburse({ id, version: loan.version })
  expect((await orderOf(world, id)).state).toBe(29)
})

test('a cancelled application takes no callback, since nothing was ever ordered for it', async ({
  as,
  given,
  server,
}) => {
  const world = { as, server }
  const { id, version } = await given.loan({ state: 20 })
  await as('ops').loans.cancelLoan({ id, version, reason: 'Asked twice' })

  await expect(tell(world, { payoutId: `${id}-1` })).rejects.toMatchObject({ fault: 'unknown_payout' })

  expect((await orderOf(world, id)).state).toBe(70)
})

test('money that has left although the channel had said it had not becomes work for operations, once', async ({
  as,
  given,
  server,
}) => {
  const world = { as, server }
  const { id, version } = await given.loan({ state: 31 })
  await as('ops').loans.redisburse({ id, version })

  await tell(world, { payoutId: `${id}-1`, ...said.paid })
  await tell(world, { payoutId: `${id}-1`, ...said.paid })
  await tell(world, { payoutId: `${id}-1`, ...said.failed })

  const { rows } = await as('ops').tickets.operation({ q: 'kind:payout' })
  expect(rows).toMatchObject([{ loanId: id, title: `Paid after all: ${id}-1`, source: 'system', priority: 'high' }])
})
