import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { auditBook } from '#server/book-audit/audit-book.ts'
import type { Difference } from '#server/book-audit/difference.ts'
import { dayMs, owing, tell } from '#tests/server/payments/support.ts'
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
