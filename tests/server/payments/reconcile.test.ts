import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, onStatement, owing, tell } from './support.ts'

type Telling = Pick<World, 'as' | 'given' | 'server' | 'clock'>

/** A payment of everything that the channel has given up, and what is needed to find it at the bank. */
const failed = async (world: Telling, amountMinor = 521_000, ref = 'P1', utr = '123456789012') => {
  await onStatement(world, utr, amountMinor)
  const { loanId } = await owing(world)
  await tell(world, { loanId, ref, amountMinor, outcome: 'paying', utr: null })
  await tell(world, { loanId, ref, amountMinor, outcome: 'fail', utr: null, failure: 'Declined' })
  const { rows } = await world.as('admin').payments.list({ q: `loanId:${loanId}` })
  const { id, version, customerId } = rows[0]!
  return { loanId, whole: { id, version, customerId, paymentId: id, utr } }
}
const stateOf = async ({ as }: Pick<World, 'as'>, loanId: string) =>
  (await as('ops').loans.detail({ id: loanId as never })).loan.state

test('a payment that the bank knows of is taken as made, once customer, payment and UTR are named', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId, whole } = await failed({ as, given, server, clock })

  const made = await as('ops').payments.reconcile(whole)

  expect(made).toMatchObject({ state: 'success', utr: '123456789012', operator: 'Operations', failure: null })
  const { loan, timeline } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(40)
  expect(timeline.at(-1)).toMatchObject({ event: 'settle', actor: 'Operations', reason: 'UTR 123456789012' })
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 0, allocated: 521_000, received: 521_000 })
})

test('what was paid some days ago counts for that day', async ({ as, given, server, clock }) => {
  const { loanId, whole } = await failed({ as, given, server, clock })
  clock.forward(2 * dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 531_000 })

  const made = await as('ops').payments.reconcile({ ...whole, paidOn: '2026-03-10' as never })

  expect(made.completedAt).toBe('2026-03-10T18:29:59.999Z')
  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 0, penalty: 17_500, received: 521_000 })
})

test.for([
  ['no customer', { customerId: undefined }, 'invalid', 'customerId'],
  ['no payment', { paymentId: undefined }, 'invalid', 'paymentId'],
  ['no UTR', { utr: undefined }, 'invalid', 'utr'],
  ['a blank UTR', { utr: '  ' }, 'invalid', 'utr'],
  ['another customer', { customerId: 'CU0' }, 'customer_differs', 'customerId'],
  ['another payment', { paymentId: 'PY0' }, 'payment_differs', 'paymentId'],
  ['what is no UTR', { utr: '12345' }, 'utr_malformed', 'utr'],
  ['a day that is yet to come', { paidOn: '2026-03-11' }, 'line_day', 'paidOn'],
  ['a day before the pay-out', { paidOn: '2026-02-20' }, 'line_day', 'paidOn'],
] as const)(
  'with %s it is refused by that field, and nothing changes',
  async ([, wrong, fault, field], { as, given, server, clock }) => {
    const { loanId, whole } = await failed({ as, given, server, clock })

    const refused = as('ops').payments.reconcile({ ...whole, ...(wrong as object) })

    await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
    expect(await stateOf({ as }, loanId)).toBe(50)
    expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 0, received: 0 })
  },
)

test('a UTR that another payment has is refused', async ({ as, given, server, clock }) => {
  const { loanId, whole } = await failed({ as, given, server, clock })
  const other = await owing({ given, server })
  await tell({ as, server, clock }, { loanId: other.loanId, ref: 'P2', utr: whole.utr })

  const refused = as('ops').payments.reconcile(whole)

  await expect(refused).rejects.toMatchObject({ fault: 'utr_used', fields: [{ field: 'utr' }] })
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 0 })
})

test('by hand nobody takes more than is owed, nor anything for an order that is closed', async ({
  as,
  given,
  server,
  clock,
}) => {
  const more = await failed({ as, given, server, clock }, 521_001)
  const closed = await failed({ as, given, server, clock }, 100_000, 'P2', '123456789013')
  await tell({ as, server, clock }, { loanId: closed.loanId, ref: 'P3', utr: '000000000009' })

  const beyond = as('ops').payments.reconcile(more.whole)
  await expect(beyond).rejects.toMatchObject({ fault: 'more_than_repayable' })
  const late = as('ops').payments.reconcile(closed.whole)
  await expect(late).rejects.toMatchObject({ fault: 'order_closed' })
  expect(await booksOf({ server }, more.loanId)).toMatchObject({ received: 0 })
  expect(await booksOf({ server }, closed.loanId)).toMatchObject({ received: 521_000 })
})

test('nobody makes a failed payment a success alone: a statement must have the transfer, free and of that amount', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, whole } = await failed(world)
  await onStatement(world, '999999999991', 520_999)
  const taken = await failed(world, 21_000, 'P2', '999999999992')
  await as('ops').payments.reconcile(taken.whole)

  for (const [utr, fault] of [
    ['999999999999', 'line_unknown'],
    ['999999999991', 'line_differs'],
    ['999999999992', 'line_taken'],
  ] as const) {
    const alone = as('ops').payments.reconcile({ ...whole, utr })
    await expect(alone).rejects.toMatchObject({ fault, fields: [{ field: 'utr' }] })
  }

  expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 0, received: 0 })
  const { rows } = await server.app.database.query(`select payment_id from statement_lines where utr = '999999999992'`)
  expect(rows).toEqual([{ payment_id: taken.whole.id }])
})

test('nobody takes a payment as made by a statement that they have read themselves, nor for another day than the bank’s', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId, whole } = await failed({ as, given, server, clock })

  const earlier = as('ops').payments.reconcile({ ...whole, paidOn: '2026-03-08' as never })
  await expect(earlier).rejects.toMatchObject({ fault: 'line_day', fields: [{ field: 'paidOn' }] })
  await server.app.database.query(`update statements set read_by = 'Operations'`)
  const alone = as('ops').payments.reconcile(whole)
  await expect(alone).rejects.toMatchObject({ fault: 'line_own', fields: [{ field: 'utr' }] })

  expect(await booksOf({ server }, loanId)).toMatchObject({ paid: 0, received: 0 })
})

test('without a day it counts for the day that the bank booked it', async ({ as, given, server, clock }) => {
  const { loanId, whole } = await failed({ as, given, server, clock })
  clock.forward(2 * dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)

  await as('ops').payments.reconcile(whole)

  expect(await booksOf({ server }, loanId)).toMatchObject({ owed: 0, penalty: 17_500 })
})

test('a payment that has succeeded is not reconciled again', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId })
  const [row] = (await as('ops').payments.list({ q: '' })).rows
  const { id, version, customerId } = row!

  const again = as('ops').payments.reconcile({ id, version, customerId, paymentId: id, utr: '123456789012' })

  await expect(again).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('the receipt says what each plan got', async ({ as, given, server, clock }) => {
  const { loanId, planId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, amountMinor: 200_000 })
  const [row] = (await as('cs').payments.list({ q: '' })).rows

  const { payment, shares } = await as('cs').payments.detail({ id: row!.id })

  expect(payment).toEqual(row)
  expect(shares).toMatchObject([
    { planId, period: '1/1', penalty: { minor: 17_500 }, interest: { minor: 3_500 }, principal: { minor: 179_000 } },
  ])
  await expect(as('collector').payments.detail({ id: row!.id })).rejects.toMatchObject({ fault: 'not_found' })
})
