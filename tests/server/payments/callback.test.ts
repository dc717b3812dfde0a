import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, owing, signed, tell } from './support.ts'

const stateOf = async ({ as }: Pick<World, 'as'>, id: string) =>
  (await as('ops').loans.detail({ id: id as never })).loan.state
const paymentsIn = async ({ as }: Pick<World, 'as'>, q = '') => (await as('ops').payments.list({ q })).rows

test('a payment begins in 43, and settles the order once the money is there', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'paying', utr: null })
  expect(await stateOf({ as }, loanId)).toBe(43)

  await tell({ as, server, clock }, { loanId })

  const { loan, plans, timeline } = await as('ops').loans.detail({ id: loanId })
  expect(loan).toMatchObject({ state: 40, dueDate: null })
  expect(plans[0]).toMatchObject({ state: 'paid', repayable: { minor: 0 }, paid: { minor: 521_000 } })
  expect(timeline.map(({ event, to }) => [event, to])).toEqual([
    ['startPay', 43],
    ['settle', 40],
  ])
  expect(await paymentsIn({ as })).toMatchObject([
    {
      ...{ state: 'success', kind: 'normal', channel: 'eWallet', utr: '000000000001', upi: 'as***@okaxis' },
      ...{ toPenalty: { minor: 17_500 }, toInterest: { minor: 3_500 }, toPrincipal: { minor: 500_000 } },
      ...{ unapplied: { minor: 0 }, loanState: 40 },
    },
  ])
  expect(await booksOf({ server }, loanId)).toEqual({
    ...{ charged: 521_000, paid: 521_000, owed: 0, penalty: 17_500, penalties: 17_500 },
    ...{ allocated: 521_000, received: 521_000 },
  })
})

test('a part is used for penalty, then interest, then principal, and the order is overdue again', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })

  await tell({ as, server, clock }, { loanId, amountMinor: 200_000 })

  const { loan, plans } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(50)
  expect(plans[0]).toMatchObject({ state: 'overdue', repayable: { minor: 321_000 } })
  expect(await paymentsIn({ as })).toMatchObject([
    {
      ...{ kind: 'partial', period: '1/1', toPenalty: { minor: 17_500 } },
      ...{ toInterest: { minor: 3_500 }, toPrincipal: { minor: 179_000 } },
    },
  ])
  clock.forward(dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)
  expect((await as('cs').loans.detail({ id: loanId })).plans[0]!.repayable.minor).toBe(321_000 + 3_210)
})

test('where the terms say so, interest comes first and penalty last', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await server.app.database.query(
    `update loans set terms = jsonb_set(terms, '{penalty,allocationOrder}', '"interestFirst"') where id = '${loanId}'`,
  )

  await tell({ as, server, clock }, { loanId, amountMinor: 200_000 })

  expect(await paymentsIn({ as })).toMatchObject([{ toPenalty: { minor: 0 }, toPrincipal: { minor: 196_500 } }])
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 303_500 + 17_500 })
})

test('a payment that comes to nothing leaves the order as it was', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'paying', utr: null })

  await tell({ as, server, clock }, { loanId, outcome: 'fail', utr: null, failure: 'Declined' })

  const { loan, timeline } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(50)
  expect(timeline.at(-1)).toMatchObject({ from: 43, to: 50, event: 'resumeOverdue', reason: 'Declined' })
  expect(await paymentsIn({ as })).toMatchObject([{ state: 'fail', failure: 'Declined', completedAt: null }])
  expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 0, allocated: 0 })
})

test.for([
  ['twice', ['paying', 'success', 'success', 'success']],
  ['in another order', ['success', 'paying']],
  ['without a beginning', ['success']],
  ['first that it failed', ['paying', 'fail', 'success']],
  ['the opposite afterwards', ['paying', 'success', 'fail']],
] as const)(
  'a channel that says things %s is believed once, and for good',
  async ([, said], { as, given, server, clock }) => {
    const { loanId } = await owing({ given, server })

    for (const outcome of said) await tell({ as, server, clock }, { loanId, outcome })

    expect(await stateOf({ as }, loanId)).toBe(40)
    expect(await paymentsIn({ as })).toMatchObject([{ state: 'success' }])
    expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 521_000, allocated: 521_000, received: 521_000 })
  },
)

test('money that was there yesterday counts for yesterday, however late the channel says so', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  const at = clock.now().toISOString() as never
  await tell({ as, server, clock }, { loanId, outcome: 'paying', utr: null })
  clock.forward(dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)
  expect(await booksOf({ server }, loanId)).toMatchObject({ penalty: 22_500 })

  await tell({ as, server, clock }, { loanId, at })

  expect(await stateOf({ as }, loanId)).toBe(40)
  expect(await booksOf({ server }, loanId)).toMatchObject({
    ...{ penalty: 17_500, penalties: 17_500, paid: 521_000, owed: 0 },
  })
  const { rows } = await server.app.database.query(`select date::text, amount_minor from penalty_corrections`)
  expect(rows).toEqual([{ date: '2026-03-11', amount_minor: -5_000 }])
})

test('a part that counts for an earlier day lowers what was charged since then', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  const at = clock.now().toISOString() as never
  clock.forward(2 * dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)

  await tell({ as, server, clock }, { loanId, at, amountMinor: 200_000 })

  expect(await booksOf({ server }, loanId)).toMatchObject({
    ...{ penalty: 17_500 + 2 * 3_210, penalties: 17_500 + 2 * 3_210, owed: 321_000 + 2 * 3_210 },
  })
})

test('more than is owed waits to be given back, and operations are told', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })

  await tell({ as, server, clock }, { loanId, amountMinor: 530_000 })

  expect(await stateOf({ as }, loanId)).toBe(40)
  expect(await paymentsIn({ as }, 'unapplied>0')).toMatchObject([{ unapplied: { minor: 9_000 } }])
  expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 521_000, received: 521_000 })
  expect((await as('ops').tickets.operation({ q: 'kind:refund' })).rows).toMatchObject([
    { loanId, title: 'Give back ₹ 90', source: 'system', state: 'notFollowed' },
  ])
})

test.for([40, 41, 70, 80, 100, 110, 31] as const)(
  'money for an order in %i is not lost: all of it waits to be given back',
  async (state, { as, given, server, clock }) => {
    const { loanId } = await owing({ given, server }, { state })

    await tell({ as, server, clock }, { loanId })

    expect(await stateOf({ as }, loanId)).toBe(state)
    expect(await paymentsIn({ as })).toMatchObject([{ state: 'success', unapplied: { minor: 521_000 } }])
    expect((await as('ops').tickets.operation({ q: 'kind:refund' })).rows).toHaveLength(1)
  },
)

test('a second payment that was begun meanwhile keeps the order in 43 until it ends', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'paying', utr: null })

  await tell({ as, server, clock }, { loanId, ref: 'P2', amountMinor: 100_000, utr: '000000000002' })
  expect(await stateOf({ as }, loanId)).toBe(43)
  await tell({ as, server, clock }, { loanId, outcome: 'fail', utr: null })

  expect(await stateOf({ as }, loanId)).toBe(50)
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 421_000, received: 100_000 })
})

test('the day that passes in 43 makes the order overdue, with a case', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server }, { state: 30, dueDate: '2026-03-10' as never })
  await tell({ as, server, clock }, { loanId, outcome: 'paying', amountMinor: 503_500, utr: null })
  clock.forward(dayMs)

  await tell({ as, server, clock }, { loanId, outcome: 'fail', amountMinor: 503_500, utr: null })

  expect(await stateOf({ as }, loanId)).toBe(50)
  expect((await as('admin').cases.open({ q: '' })).rows).toMatchObject([{ loanId, stage: { id: 'T1', name: 'T1' } }])
})

test('whoever has paid everything has no case any more, and is an old customer', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await given.case({ charged: { penalty: 0, interest: 3_500, principal: 500_000 } })

  await tell({ as, server, clock }, { loanId })

  expect((await as('admin').cases.open({ q: '' })).rows).toEqual([])
  const { rows } = await server.app.database.query(
    `select close_reason, loans_done, c.kind from cases join loans l on l.id = loan_id join customers c on c.id = l.customer_id`,
  )
  expect(rows).toEqual([{ close_reason: 'paid', loans_done: 1, kind: 'old' }])
})

test('a bad debt that is paid in part stays one, and is charged nothing more', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server }, { state: 90, charged: { penalty: 0, principal: 500_000 } })

  await tell({ as, server, clock }, { loanId, amountMinor: 100_000 })

  expect(await stateOf({ as }, loanId)).toBe(90)
  expect(await booksOf({ server }, loanId)).toMatchObject({ penalty: 0, owed: 403_500 })
})

test.for([
  ['another currency', { currency: 'VND' }, 'wrong_currency'],
  ['no order of ours', { loanId: 'LN0' }, 'unknown_loan'],
  ['no link of ours', { linkId: 'LK0' }, 'unknown_link'],
] as const)('word of %s is refused, and nothing changes', async ([, told, fault], { as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })

  await expect(tell({ as, server, clock }, { loanId, ...told })).rejects.toMatchObject({ code: 400, fault })

  expect(await stateOf({ as }, loanId)).toBe(50)
  expect(await paymentsIn({ as })).toEqual([])
})

test('a forged callback, or one that was changed on the way, changes nothing', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  const { payload, signature } = signed({ server, clock }, { loanId })

  for (const forged of [
    { payload, signature: 'ab'.repeat(32) },
    { payload: payload.replace('521000', '5210'), signature },
  ]) {
    await expect(as(null).payments.callback(forged)).rejects.toMatchObject({ code: 400, fault: 'bad_signature' })
  }
  expect(await paymentsIn({ as })).toEqual([])
})

test('a payment cannot turn into one of another amount, nor use a UTR twice', async ({ as, given, server, clock }) => {
  const [first, second] = [await owing({ given, server }), await owing({ given, server })]
  await tell({ as, server, clock }, { loanId: first.loanId, amountMinor: 100_000 })

  const larger = tell({ as, server, clock }, { loanId: first.loanId, amountMinor: 521_000 })
  await expect(larger).rejects.toMatchObject({ fault: 'amount_differs' })
  const again = tell({ as, server, clock }, { loanId: second.loanId, ref: 'P2' })
  await expect(again).rejects.toMatchObject({ fault: 'utr_used', fields: [{ field: 'utr' }] })
  expect(await booksOf({ server }, first.loanId)).toMatchObject({ received: 100_000 })
  expect(await booksOf({ server }, second.loanId)).toMatchObject({ received: 0 })
})

test.for([20, 29, 31, 40, 70, 100] as const)(
  'no payment begins on an order in %i',
  async (state, { as, given, server, clock }) => {
    const { loanId } = await owing({ given, server }, { state })

    const begun = tell({ as, server, clock }, { loanId, outcome: 'paying', utr: null })

    await expect(begun).rejects.toMatchObject({ fault: 'not_allowed_now' })
    expect(await paymentsIn({ as })).toEqual([])
  },
)
