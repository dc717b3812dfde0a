import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Payment } from '#contract/payments.ts'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, owing, signed, tell } from './support.ts'

type Desk = Pick<World, 'as' | 'given' | 'server' | 'clock'>
/** Due on 5 March with three days of grace; the penalties of five days, 175.00, are charged on 10 March. */
const dueDate = '2026-03-05' as LocalDate
const inGrace = '2026-03-07' as LocalDate
const at = `${inGrace}T06:00:00.000Z` as never

async function graced(world: Desk) {
  const order = await owing(world, { dueDate })
  const { query } = world.server.app.database
  await query(
    `update loans set terms = jsonb_set(terms, '{penalty,graceDays}', '3'), disbursed_at = timestamp '2026-02-26 06:00Z'`,
  )
  await world.server.app.taskRunners.get('doLate')!(world.server.app)
  expect(await booksOf(world, order.loanId)).toMatchObject({ penalty: 17_500, owed: 521_000 })
  const { loan } = await world.as('ops').loans.detail({ id: order.loanId })
  return { ...order, loan: { id: loan.id, version: loan.version } }
}
const settled = { penalty: 0, penalties: 0, owed: 0, charged: 503_500, paid: 503_500, allocated: 503_500 }
const slip = { channel: 'bankTransfer', bankCode: 'HDFC', upi: 'asha@okhdfc', repaidOn: inGrace } as const
const due = money('5035', 'INR')

test('a payment of a day of grace that the channel tells of later settles the order without a penalty', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId } = await graced(world)

  await tell(world, { loanId, amountMinor: 503_500, at })

  expect(await booksOf(world, loanId)).toMatchObject(settled)
  expect((await as('ops').loans.detail({ id: loanId })).loan.state).toBe(40)
})

test('a write-off is measured without the days of grace that its money was there in', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loan } = await graced(world)

  await as('ops').writeOffs.full({ ...loan, ...slip, utr: '123456789012', amount: due })
  const [asked] = (await as('manager').writeOffs.list({ q: '' })).rows
  const passed = await as('manager').writeOffs.pass({ id: asked!.id, version: asked!.version })

  expect(passed).toMatchObject({ resultState: 40, repayable: due })
  expect(await booksOf(world, loan.id)).toMatchObject(settled)
})

test('the price of an extension paid within grace is that of its day', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { loan } = await graced(world)

  // interest 35, fee 600 and commission 50 on a principal of 5,000
  await as('ops').writeOffs.rollover({ ...loan, ...slip, utr: '123456789012', amount: money('685', 'INR') })
  const [asked] = (await as('manager').writeOffs.list({ q: '' })).rows
  await as('manager').writeOffs.pass({ id: asked!.id, version: asked!.version })

  expect(await booksOf(world, loan.id)).toMatchObject({ penalty: 0, penalties: 0, paid: 3_500 })
})

test('a part of what is owed, paid within grace, is charged on from the first day: the whole was not there', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId } = await graced(world)

  await tell(world, { loanId, amountMinor: 203_500, at })

  // 2 days of 5,000 at 0.5 %, then of 3,000: one at 0.5 %, two at 1 %
  expect(await booksOf(world, loanId)).toMatchObject({ penalty: 12_500, penalties: 12_500, owed: 312_500 })
})

test('what completes an earlier part within grace takes the penalties away, but for what others have paid of them', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId } = await graced(world)
  await tell(world, { loanId, ref: 'P1', utr: '000000000001', amountMinor: 203_500, at })
  await tell(world, { loanId, ref: 'P2', utr: '000000000002', amountMinor: 1_000 })

  await tell(world, { loanId, ref: 'P3', utr: '000000000003', amountMinor: 300_000, at })

  expect(await booksOf(world, loanId)).toMatchObject({ penalty: 1_000, penalties: 1_000, owed: 0, paid: 504_500 })
})

test('a payment of a day of grace that bounces has never been there: its days are charged again', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  await given.parameter('payment.reversal', true)
  const { loanId } = await graced(world)
  await tell(world, { loanId, amountMinor: 503_500, at })
  const only = async () => {
    const [{ id, version }] = (await as('executive').payments.list({ q: 'kind:normal,partial' })).rows as [Payment]
    return { id, version }
  }
  await as('ops').payments.askReversal({ ...(await only()), reason: 'Returned by the bank' })

  await as('executive').payments.reverse(await only())

  expect(await booksOf(world, loanId)).toMatchObject({ penalty: 17_500, penalties: 17_500, owed: 521_000 })
})

test('an early exit paid before the due date costs no penalty, however late it is heard of', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { id } = await given.loan({ state: 30 })
  const { query } = server.app.database
  await query(
    `update loans set terms = terms || '{"earlyInterest":"prorata","coolingOffDays":0}'::jsonb, due_date = '2026-03-17'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     values ('PL1', '${id}', 1, 1, 'INR', '2026-03-17', 3500, 500000, 'open')`,
  )
  clock.forward(4 * dayMs)
  const { rows } = await query('select version from loans')
  await as('cs').payments.sendExitLink({ id, version: rows[0]!.version as never })
  const links = await query('select id, amount_minor from payment_links')
  const link = links.rows[0] as { id: string; amount_minor: number }
  const paid = { loanId: id, linkId: link.id, amountMinor: link.amount_minor, at: clock.now().toISOString() as never }
  await as(null).payments.callback(signed({ server, clock }, { ...paid, outcome: 'paying', utr: null }))
  clock.forward(6 * dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)

  await as(null).payments.callback(signed({ server, clock }, paid))

  expect(await booksOf({ server }, id)).toMatchObject({ owed: 0, penalty: 0, paid: 502_000 })
})
