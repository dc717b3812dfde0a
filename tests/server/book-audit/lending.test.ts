import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { auditBook } from '#server/book-audit/audit-book.ts'
import type { Difference } from '#server/book-audit/difference.ts'
import { dayMs, onStatement, owing, tell } from '#tests/server/payments/support.ts'
import { test, type World } from '#tests/support/server.ts'

/** What the audit says of these fields: orders of tests are written past the rules, and lack a log. */
async function differing({ server }: Pick<World, 'server'>, fields: RegExp): Promise<readonly Difference[]> {
  const all: Difference[] = []
  await auditBook(server.app.database, { offsetMinutes: 330, told: (found) => void all.push(...found) })
  return all.filter(({ field }) => fields.test(field))
}

const penalties = /penalt/
const doLate = ({ server }: Pick<World, 'server'>) => server.app.taskRunners.get('doLate')!(server.app)

test('a payment within grace that was booked late agrees with the audit', async ({ as, given, server, clock }) => {
  const world = { as, given, server, clock }
  const { loanId } = await owing(world, { dueDate: '2026-03-05' as never })
  await server.app.database.query(`update loans set terms = jsonb_set(terms, '{penalty,graceDays}', '3')`)
  await doLate(world)

  await tell(world, { loanId, amountMinor: 503_500, at: '2026-03-07T06:00:00.000Z' as never })

  expect(await differing(world, /penalty|penalties|settled|allocat/)).toEqual([])
})

test('an extended debt agrees with the audit: what lives on elsewhere is not owed here', async ({
  as,
  given,
  server,
  clock,
}) => {
  const world = { as, given, server, clock }
  const { loanId } = await owing(world, { dueDate: '2026-03-10' as never })
  const { loan } = await as('ops').loans.detail({ id: loanId })
  const slip = { channel: 'bankTransfer', bankCode: 'HDFC', upi: 'asha@okhdfc', utr: '123456789012' } as const
  const asked = { ...slip, repaidOn: '2026-03-10' as never, amount: money('685', 'INR') }
  await as('ops').writeOffs.rollover({ id: loan.id, version: loan.version, ...asked })
  const [one] = (await as('manager').writeOffs.list({ q: '' })).rows

  await as('manager').writeOffs.pass({ id: one!.id, version: one!.version })

  expect(await differing(world, /owed|child|extension|arrears|commission/)).toEqual([])
})

/** ₹6,000 in three instalments of ten days, paid out on 26 February, with 25 days past due until the debt is bad. */
async function inThree({ given, server }: Pick<World, 'given' | 'server'>) {
  const { id } = await given.loan({ state: 30, amountMinor: 600_000 })
  const { query } = server.app.database
  await query(
    `update loans set due_date = '2026-03-08', disbursed_at = timestamp '2026-02-26 06:00Z',
       terms = jsonb_set(terms, '{penalty,badDebtDays}', '25') || jsonb_build_object('periods', 3, 'daysPerPeriod', 10,
         'tenureDays', 30, 'dailyInterestPpm', 1000, 'coolingOffDays', 0, 'earlyInterest', 'prorata')
     where id = '${id}'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     select '${id}P' || n, '${id}', n, 3, 'INR', date '2026-02-26' + n * 10, 8000 - n * 2000, 200000, 'open'
     from generate_series(1, 3) n`,
  )
  return id
}

test('a payment that ends an order early, booked after the debt was bad, agrees with the audit', async ({
  as,
  given,
  server,
  clock,
}) => {
  clock.set('2026-03-04T06:00:00.000Z')
  const world = { as, given, server, clock }
  const id = await inThree(world)
  const early = { loanId: id, ref: 'P1', amountMinor: 603_600, utr: null }
  await tell(world, { ...early, outcome: 'paying' })
  await tell(world, { ...early, outcome: 'fail', failure: 'Declined' })
  await server.app.database.query(`update payments set kind = 'early'`)
  await onStatement(world, '123456789012', early.amountMinor, '2026-03-04')
  clock.forward(40 * dayMs)
  await doLate(world)
  const [payment] = (await as('admin').payments.list({ q: '' })).rows
  const { id: paymentId, version, customerId } = payment!

  await as('ops').payments.reconcile({
    ...{ id: paymentId, paymentId, version, customerId, utr: '123456789012', paidOn: '2026-03-04' as never },
  })

  const { rows } = await server.app.database.query(
    `select sum(charged_penalty)::int as penalty, sum(charged_interest)::int as interest, sum(owed_minor)::int as owed from plans`,
  )
  expect(rows).toEqual([{ penalty: 0, interest: 3_600, owed: 0 }])
  expect(await differing(world, /penalt|charged|allocat|order of|owed/)).toEqual([])
})

test('a payment found at the bank after a later one was used agrees with the audit: it got what was left then', async ({
  as,
  given,
  server,
  clock,
}) => {
  clock.set('2026-03-04T06:00:00.000Z')
  const world = { as, given, server, clock }
  const loanId = await inThree(world)
  const lost = { loanId, ref: 'P1', amountMinor: 50_000, utr: null }
  await tell(world, { ...lost, outcome: 'paying' })
  await tell(world, { ...lost, outcome: 'fail', failure: 'Declined' })
  await onStatement(world, '123456789012', lost.amountMinor, '2026-03-04')
  const [payment] = (await as('admin').payments.list({ q: '' })).rows
  clock.forward(dayMs)
  await tell(world, { loanId, ref: 'P2', amountMinor: 206_000, utr: '000000000002' })
  clock.forward(dayMs)

  await as('ops').payments.reconcile({
    ...{ id: payment!.id, paymentId: payment!.id, version: payment!.version },
    ...{ customerId: payment!.customerId, utr: '123456789012' },
  })

  const { rows } = await server.app.database.query(`select owed_minor::int as owed from plans order by serial`)
  expect(rows.map(({ owed }) => owed)).toEqual([0, 154_000, 202_000])
  expect(await differing(world, /allocat|order of|owed/)).toEqual([])
})

test('an instalment that was settled for less agrees with the audit, whenever a later one is paid', async ({
  as,
  given,
  server,
  clock,
}) => {
  clock.set('2026-03-04T06:00:00.000Z')
  const world = { as, given, server, clock }
  const loanId = await inThree(world)
  const { loan } = await as('cs').loans.detail({ id: loanId })
  await as('cs').reductions.requestLoan({
    ...{ id: loanId, version: loan.version, amount: money('10', 'INR'), reason: 'Lost his job' },
  })
  const [one] = (await as('manager').reductions.list({ q: '' })).rows
  await as('manager').reductions.pass({ id: one!.id, version: one!.version })
  await tell(world, { loanId, ref: 'P1', utr: '100000000001', amountMinor: 205_000 })
  clock.forward(6 * dayMs)

  await tell(world, { loanId, ref: 'P2', utr: '100000000002', amountMinor: 50_000 })

  const { rows } = await server.app.database.query(`select fate from reductions`)
  expect(rows).toEqual([{ fate: 'used' }])
  expect(await differing(world, /order of|allocat|reduction/)).toEqual([])
})

test('instalments caught up after missed nights agree with the audit', async ({ given, server, clock }) => {
  const { id } = await given.loan({ state: 30, amountMinor: 600_000 })
  const { query } = server.app.database
  await query(
    `update loans set due_date = '2026-03-05', terms = jsonb_set(terms, '{penalty,badDebtDays}', '20') where id = '${id}'`,
  )
  await query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_interest, charged_principal, state)
     select '${id}P' || n, '${id}', n, 3, 'INR', date '2026-03-05' + (n - 1) * 10, 5000, 200000, 'open' from generate_series(1, 3) n`,
  )
  clock.forward(60 * dayMs)

  await doLate({ server })

  expect(await differing({ server }, penalties)).toEqual([])
})
