import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { differing, type Lending, outcomeOf, ways } from './support.ts'

/** ₹5,000 for 7 days, paid out on 10 March, under these terms; a link for what ends it on a day. */
async function exitLink({ as, given, server, clock }: Lending, terms: object, day: string) {
  const { id } = await given.loan({ state: 30 })
  const { query } = server.app.database
  await query(
    `update loans set terms = jsonb_set(terms, '{penalty,badDebtDays}', '8') || '${JSON.stringify(terms)}'::jsonb,
       due_date = '2026-03-17'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     values ('PL1', '${id}', 1, 1, 'INR', '2026-03-17', 3500, 500000, 'open')`,
  )
  clock.set(`${day}T06:00:00.000Z`)
  await as('ops').payments.sendExitLink({ id, version: 2 as never })
  const { rows } = await query(`select id, amount_minor as "amountMinor" from payment_links`)
  return { loanId: id, linkId: rows[0]!.id as string, amountMinor: rows[0]!.amountMinor as number }
}

const prorata = { coolingOffDays: 1, earlyInterest: 'prorata' }
const cooling = { coolingOffDays: 3, coolingOffRefundsFee: true }
const exits = [
  { exit: 'for the days used', terms: prorata, day: '2026-03-14', payable: 502_000 },
  { exit: 'on its due day', terms: prorata, day: '2026-03-17', payable: 503_500 },
  { exit: 'in the first days, with the fee given back', terms: cooling, day: '2026-03-12', payable: 426_000 },
] as const
// so late that it is overdue by then, and that it is a bad debt; what is told at once, no days later
const daysOf = (how: string) => (how === 'told at once' ? [0] : [7, 14])
const cases = exits.flatMap((one) =>
  ways.flatMap(([how, way]) => daysOf(how).map((days) => ({ ...one, how, way, days }))),
)

test.for(cases)(
  'an order ended early $exit owes nothing, $how, $days days on',
  async ({ terms, day, payable, way, days }, { as, given, server, clock }) => {
    const world = { as, given, server, clock }
    const link = await exitLink(world, terms, day)
    expect(link.amountMinor).toBe(payable)
    const paidAt = `${day}T08:00:00.000Z`
    clock.set(paidAt)

    await way(world, { ...link, at: paidAt as never }, days)

    const { loan, plans } = await outcomeOf(world, link.loanId)
    expect(loan).toMatchObject([{ state: 40, came_from: null, due_date: null, closed_at: new Date(paidAt) }])
    expect(plans).toMatchObject([{ state: 'paid', owed: 0, settled_at: new Date(paidAt) }])
    const [{ charged, paid }] = plans as [Record<string, number[]>]
    expect(paid!.reduce((all, minor) => all + minor)).toBe(payable)
    expect(charged![0]).toBe(0)
    expect(await differing(world, /penalt|charged|allocat|discount|owed|settled/)).toEqual([])
  },
)
