import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { booksOf, onStatement, owing, signed, tell } from '../server/payments/support.ts'

const outcomes = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { fault?: string }).fault))
}
const times = <Value>(count: number, make: (i: number) => Value) => Array.from({ length: count }, (_, i) => make(i))

test('a channel that says one thing many times at once is believed once', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })
  const said = signed({ server, clock }, { loanId })

  const ended = await outcomes(times(12, () => as(null).payments.callback(said)))

  expect(new Set(ended)).toEqual(new Set(['done']))
  expect(await booksOf({ server }, loanId)).toMatchObject({ allocated: 521_000, received: 521_000, owed: 0 })
})

test('many payments of one order at once are all counted, none twice', async ({ as, given, server, clock }) => {
  const { loanId } = await owing({ given, server })

  const ended = await outcomes(
    times(20, (i) => tell({ as, server, clock }, { loanId, ref: `P${i}`, utr: `U${i}`, amountMinor: 10_000 + i })),
  )

  expect(new Set(ended)).toEqual(new Set(['done']))
  const received = times(20, (i) => 10_000 + i).reduce((a, b) => a + b, 0)
  expect(await booksOf({ server }, loanId)).toMatchObject({ received, allocated: received, owed: 521_000 - received })
})

test('of many orders that one transfer is claimed for at once, one gets it', async ({ as, given, server, clock }) => {
  const orders = []
  for (let i = 0; i < 8; i++) orders.push(await owing({ given, server }))

  const ended = await outcomes(orders.map(({ loanId }, i) => tell({ as, server, clock }, { loanId, ref: `P${i}` })))

  expect(ended.filter((one) => one === 'done')).toHaveLength(1)
  expect(new Set(ended)).toEqual(new Set(['done', 'utr_used']))
})

test('of many who reconcile one payment at once one wins, and the money counts once', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await tell({ as, server, clock }, { loanId, outcome: 'fail', utr: null })
  const [row] = (await as('ops').payments.list({ q: '' })).rows
  const { id, version, customerId } = row!
  for (let i = 0; i < 8; i++) await onStatement({ server }, `12345678901${i}`, 521_000)

  const ended = await outcomes(
    times(8, (i) => as('ops').payments.reconcile({ id, version, customerId, paymentId: id, utr: `12345678901${i}` })),
  )

  expect(ended.filter((one) => one === 'done')).toHaveLength(1)
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 521_000, owed: 0 })
})

test('the day begins while payments come in, and every day is charged once', async ({ as, given, server, clock }) => {
  const orders = []
  for (let i = 0; i < 10; i++) orders.push(await owing({ given, server }))
  const late = server.app.taskRunners.get('doLate')!

  const [, ended] = await Promise.all([
    late(server.app),
    outcomes(
      orders.map(({ loanId }, i) =>
        tell({ as, server, clock }, { loanId, ref: `P${i}`, utr: `U${i}`, amountMinor: 21_000 }),
      ),
    ),
  ])
  await late(server.app)

  expect(new Set(ended)).toEqual(new Set(['done']))
  for (const { loanId } of orders) {
    expect(await booksOf({ server }, loanId)).toMatchObject({ penalty: 17_500, penalties: 17_500, owed: 500_000 })
  }
})

test('of many who take one payment back at once one wins, and it is taken back once', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId } = await owing({ given, server })
  await server.app.database.query(
    `insert into parameters (id, value) values ('payment.reversal', 'true') on conflict (id) do update set value = excluded.value`,
  )
  await tell({ as, server, clock }, { loanId })
  const [paid] = (await as('ops').payments.list({ q: '' })).rows
  const asked = await as('ops').payments.askReversal({ id: paid!.id, version: paid!.version, reason: 'Returned' })
  const ref = { id: asked.id, version: asked.version }

  const ended = await outcomes([
    ...times(5, () => as('executive').payments.reverse(ref)),
    ...times(3, () => as('executive').payments.keep({ ...ref, reason: 'x' })),
  ])

  expect(ended.filter((one) => one === 'done')).toHaveLength(1)
  const [reversed] = (await as('ops').payments.list({ q: `id:${ref.id}` })).rows
  expect(await booksOf({ server }, loanId)).toMatchObject(
    reversed!.reversal === 'done' ? { allocated: 0, owed: 521_000 } : { allocated: 521_000, owed: 0 },
  )
})
