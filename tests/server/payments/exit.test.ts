import { expect } from 'vitest'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, dayMs, tell } from './support.ts'

/** ₹5,000 for 7 days, paid out on 10 March by the channel, under these terms. */
const lent = async (
  { as, given, server, clock }: Pick<World, 'as' | 'given' | 'server' | 'clock'>,
  terms: Record<string, unknown>,
) => {
  const { id } = await given.loan({ state: 30 })
  const merged = JSON.stringify(terms)
  const { query } = server.app.database
  await query(`update loans set terms = terms || '${merged}'::jsonb, due_date = '2026-03-17'`)
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     values ('PL1', '${id}', 1, 1, 'INR', '2026-03-17', 3500, 500000, 'open')`,
  )
  const send = async (who: 'cs' | 'ops' = 'cs') => {
    const { rows } = await query(`select version from loans`)
    await as(who).payments.sendExitLink({ id, version: rows[0]!.version as never })
    const links = await query(`select id, amount_minor from payment_links where state = 'open'`)
    return links.rows[0] as { id: string; amount_minor: number }
  }
  const pay = (linkId: string, amountMinor: number) =>
    tell({ as, server, clock }, { loanId: id, linkId, amountMinor, ref: 'P9' })
  return { id, send, pay }
}

test.for([
  ['within the first days, with the fee given back', { coolingOffDays: 3, coolingOffRefundsFee: true }, 2, 426_000],
  ['within the first days, without the fee', { coolingOffDays: 3, coolingOffRefundsFee: false }, 2, 501_000],
  ['later, for the days used', { coolingOffDays: 1, earlyInterest: 'prorata' }, 4, 502_000],
  ['later, for the whole term', { coolingOffDays: 1, earlyInterest: 'full' }, 4, 503_500],
] as const)('an order is ended before its term %s', async ([, terms, days, payable], { as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { id, send, pay } = await lent(world, terms)
  clock.forward(days * dayMs)

  const link = await send()
  expect(link.amount_minor).toBe(payable)
  await pay(link.id, payable)

  const { loan, plans } = await as('ops').loans.detail({ id })
  expect(loan.state).toBe(40)
  expect(plans[0]).toMatchObject({ state: 'paid', paid: { minor: payable }, repayable: { minor: 0 } })
  expect(await booksOf({ server }, id)).toMatchObject({ owed: 0, allocated: payable, received: payable })
})

test('what would have ended the order yesterday is a part of what is owed today', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { id, send, pay } = await lent(world, { coolingOffDays: 1, earlyInterest: 'prorata' })
  clock.forward(2 * dayMs)
  const link = await send()
  clock.forward(dayMs)

  await pay(link.id, link.amount_minor)

  const { loan, plans } = await as('ops').loans.detail({ id })
  expect(loan.state).toBe(30)
  expect(plans[0]).toMatchObject({ repayable: { minor: 503_500 - 501_000 } })
})

test('an order that is past due, or of which something was paid, is not ended early', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { id, send } = await lent(world, { coolingOffDays: 3 })
  await tell({ as, server, clock }, { loanId: id, amountMinor: 100 })
  await expect(send()).rejects.toMatchObject({ fault: 'exit_not_offered' })

  clock.forward(8 * dayMs)
  await server.app.taskRunners.get('doLate')!(server.app)

  await expect(send('ops')).rejects.toMatchObject({ fault: 'not_allowed_now' })
})
