import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { owing, tell } from '#tests/server/payments/support.ts'
import { test } from '#tests/support/server.ts'

const rupees = (amount: string) => money(amount, 'INR')

test('from an order the reduction is asked for on the instalment that is due first', async ({ as, given, server }) => {
  const { id, loanId } = await given.plan()
  await server.app.database.query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_principal, charged_interest, state)
     values ('PL2', '${loanId}', 2, 2, 'INR', '2026-03-20', 500000, 3500, 'open')`,
  )
  const { loan } = await as('ops').loans.detail({ id: loanId })
  const asked = { id: loan.id, version: loan.version, reason: 'Lost his job' }

  await expect(as('cs').reductions.requestLoan({ ...asked, amount: rupees('210.01') })).rejects.toMatchObject({
    fault: 'more_than_reducible',
  })
  await as('cs').reductions.requestLoan({ ...asked, amount: rupees('210') })

  const { rows } = await as('executive').reductions.list({ q: `loanId:${loanId}` })
  expect(rows).toMatchObject([{ planId: id, state: 'pending', amount: rupees('210'), maker: { id: 'S-cs' } }])
  await expect(as('cs').reductions.requestLoan({ ...asked, amount: rupees('1') })).rejects.toMatchObject({
    fault: 'open_request',
  })
})

test('a request ends with what it was about: nobody decides on a plan that was paid meanwhile', async ({
  as,
  given,
  server,
  clock,
}) => {
  const { loanId, planId } = await owing({ given, server })
  const { loan } = await as('ops').loans.detail({ id: loanId })
  const asked = { id: loan.id, version: loan.version, reason: 'Lost his job', amount: rupees('10') }
  await as('cs').reductions.requestLoan(asked)

  await tell({ as, server, clock }, { loanId, amountMinor: 521_000 })

  const { rows } = await as('executive').reductions.list({ q: `planId:${planId}` })
  expect(rows).toMatchObject([{ state: 'rejected', note: 'planSettled', checker: null }])
  const [plan] = (await as('ops').plans.list({ q: `id:${planId}` })).rows
  expect(plan).toMatchObject({ state: 'paid', openRequest: false })
})
