import { expect } from 'vitest'
import { moveTo } from '#tests/support/move-to.ts'
import { pdfText } from '#tests/support/pdf.ts'
import { test, type World } from '#tests/support/server.ts'
import { differing } from '../settlements/support.ts'
import { booksOf, dayMs, owing, tell } from './support.ts'

const minuteMs = 60_000

type Told = Pick<World, 'as' | 'given' | 'server' | 'clock'>

type Owing = Awaited<ReturnType<typeof owing>>

/** Works out what an extension of the order costs today. Answers the offer. */
const quote = async ({ as, server }: Told, id: Owing['loanId']) => {
  const { rows } = await server.app.database.query(`select version from loans where id = '${id}'`)
  await as('ops').extensions.quote({ id, version: rows[0]!.version as never })
  const [offer] = (await as('ops').extensions.list({ q: 'state:quoted' })).rows
  return { id: offer!.id, version: offer!.version }
}
/** An order three days past due that was offered an extension for ₹760, and the link for it. */
const offered = async (world: Told) => {
  const { as, server } = world
  const { loanId } = await owing(world, { dueDate: '2026-03-07' as never })
  await as('ops').extensions.sendLink(await quote(world, loanId))
  const { rows } = await server.app.database.query(`select id, amount_minor, kind from payment_links`)
  return { loanId, link: rows[0] as { id: string; amount_minor: number; kind: string } }
}
const pay = (world: Told, loanId: string, linkId: string, amountMinor: number) =>
  tell(world, { loanId, linkId, amountMinor, ref: 'PX' })

test('the price of an extension, paid through its link, closes the order and opens the one that goes on', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  expect(link).toMatchObject({ amount_minor: 76_000, kind: 'extension' })

  await pay(world, loanId, link.id, 76_000)

  const { loan, plans } = await as('ops').loans.detail({ id: loanId })
  expect(loan.state).toBe(80)
  expect(plans[0]).toMatchObject({ state: 'extended', paid: { minor: 11_000 } })
  const [payment] = (await as('ops').payments.list({ q: '' })).rows
  expect(payment).toMatchObject({
    ...{ kind: 'extension', channel: 'link', extensionFee: { minor: 65_000 }, unapplied: { minor: 0 } },
    ...{ toPenalty: { minor: 7_500 }, toInterest: { minor: 3_500 }, toPrincipal: { minor: 0 } },
  })
  const [child] = (await as('ops').loans.orders({ q: 'kind:extension' })).rows
  expect(child).toMatchObject({ parentId: loanId, state: 30, dueDate: '2026-03-17', repayable: { minor: 500_000 } })
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 11_000, allocated: 11_000, owed: 0 })
})

test('an extension that was paid in time counts for its day, however late the channel says so', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  const at = clock.now().toISOString() as never
  clock.forward(dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)

  await tell(world, { loanId, linkId: link.id, amountMinor: 76_000, ref: 'PX', at })

  const { rows } = await server.app.database.query(`select state from loans where id = '${loanId}'`)
  expect(rows).toEqual([{ state: 80 }])
  expect(await booksOf({ server }, loanId)).toMatchObject({ penalty: 7_500, penalties: 7_500, owed: 0 })
})

test('an extension that was paid says what was paid for it, though it costs more by then and another is offered', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  const at = clock.now().toISOString() as never
  await moveTo(world, '2026-03-11T06:00:00.000Z')
  await quote(world, loanId)

  await tell(world, { loanId, linkId: link.id, amountMinor: 76_000, ref: 'PX', at })

  const { rows: offers } = await as('ops').extensions.list({ q: '' })
  expect(offers).toMatchObject([
    { state: 'expired', total: { minor: 81_000 }, childId: null, paymentId: null },
    {
      state: 'done',
      total: { minor: 76_000 },
      penalty: { minor: 7_500 },
      newDue: '2026-03-17',
      paidAt: '2026-03-10T06:00:00Z',
    },
  ])
  const [child] = (await as('ops').loans.orders({ q: 'kind:extension' })).rows
  expect(child).toMatchObject({ id: offers[1]!.childId, dueDate: '2026-03-17' })
  expect(await differing(world, /extension|arrears|child|newDue/)).toEqual([])
})

test('an extension that was paid in time counts, though another offer was taken back since', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  const at = clock.now().toISOString() as never
  await moveTo(world, '2026-03-11T06:00:00.000Z')
  await as('ops').extensions.cancel(await quote(world, loanId))

  await tell(world, { loanId, linkId: link.id, amountMinor: 76_000, ref: 'PX', at })

  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(80)
})

test.for([
  ['before its offer was taken back is its price', -1, 80],
  ['after its offer was taken back is money like any other', 1, 50],
] as const)('what was there a minute %s', async ([, minutes, state], { as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  clock.forward(2 * minuteMs)
  const at = new Date(clock.now().getTime() + minutes * minuteMs).toISOString() as never
  const [offer] = (await as('ops').extensions.list({ q: '' })).rows
  await as('ops').extensions.cancel({ id: offer!.id, version: offer!.version })
  clock.forward(2 * minuteMs)

  await tell(world, { loanId, linkId: link.id, amountMinor: 76_000, ref: 'PX', at })

  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(state)
})

test('money for an offer whose day was over is no price of the next one', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  await moveTo(world, '2026-03-11T06:00:00.000Z')
  await quote(world, loanId)

  await pay(world, loanId, link.id, 81_000)

  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(50)
  expect((await as('ops').extensions.list({ q: 'state:done' })).rows).toEqual([])
})

test('money that is not the price any more is used for what is owed', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)

  await pay(world, loanId, link.id, 76_001)

  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(50)
  expect(await booksOf({ server }, loanId)).toMatchObject({ received: 76_001, allocated: 76_001, owed: 434_999 })
})

test('an extended debt is owed once: on the order that goes on, in every list and in every total', async ({
  as,
  given,
  raw,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  await pay(world, loanId, link.id, 76_000)

  const plans = await as('ops').plans.list({ q: '' })
  const orders = await as('ops').loans.orders({ q: '' })
  const { data } = await raw('GET /plans/totals?q=', { who: 'ops' })
  const lent = await raw('GET /loans/orders/totals?q=', { who: 'ops' })

  const owed = Object.fromEntries(plans.rows.map((plan) => [plan.state, plan.repayable.minor]))
  expect(owed).toEqual({ extended: 0, notDue: 500_000 })
  expect(data).toMatchObject({ sums: { amountDue: [{ minor: 503_500 }], repayable: [{ minor: 500_000 }] } })
  expect(lent.data).toMatchObject({ count: 2, sums: { amount: [{ minor: 500_000 }] } })
  expect(Object.fromEntries(orders.rows.map(({ state, repayable }) => [state, repayable.minor]))).toEqual({
    80: 0,
    30: 500_000,
  })
  expect(orders.rows.find(({ id }) => id === loanId)?.penalty.minor).toBe(7_500)
})

test('the statement of an extended order explains every amount, and says where the rest is owed', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  const world = { as, given, server, clock }
  const { loanId, link } = await offered(world)
  await pay(world, loanId, link.id, 76_000)
  const { rows } = await server.app.database.query(`select id from loans where parent_id = '${loanId}'`)

  const { text } = await pdfText(`/loans/${loanId}/statement`, 'cs', { server, tokenOf })

  expect(text).toContain('Open today 0.00')
  // penalty, fee, interest, principal, reduced, written off, paid, carried over, open
  expect(text).toContain('Total 75.00 0.00 35.00 5,000.00 0.00 0.00 110.00 5,000.00 0.00')
  // amount, penalty, fee, interest, principal, extension fee
  expect(text).toContain('Total 760.00 75.00 0.00 35.00 0.00 650.00')
  expect(text).toContain(`5,000.00 of this debt continues in loan ${rows[0]!.id}.`)
})

test('the statement says what of a payment was more than was owed', async ({ as, given, server, clock, tokenOf }) => {
  const world = { as, given, server, clock }
  const { loanId } = await owing(world)
  await tell(world, { loanId, amountMinor: 530_000 })

  const { text } = await pdfText(`/loans/${loanId}/statement`, 'cs', { server, tokenOf })

  expect(text).toContain('Excess')
  expect(text).toContain('Total 5,300.00 175.00 0.00 35.00 5,000.00 90.00')
})
