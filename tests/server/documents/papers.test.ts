import { expect } from 'vitest'
import { pdfText } from '#tests/support/pdf.ts'
import { test, type World } from '#tests/support/server.ts'
import { booksOf, owing, tell } from '../payments/support.ts'

/** An order that has paid a part of what it owed, five days late. */
async function partlyPaid({ as, given, server, clock }: Pick<World, 'as' | 'given' | 'server' | 'clock'>) {
  const { loanId } = await owing({ given, server }, { name: 'Nguyễn Thị Ánh', phone: '9000012345' })
  await tell({ as, server, clock }, { loanId, amountMinor: 200_000, utr: '412345678901' })
  return loanId
}
const rupees = (minor: number) => (minor / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })

test('a statement says what the books say, to the paisa', async ({ as, given, server, clock, tokenOf }) => {
  const loanId = await partlyPaid({ as, given, server, clock })

  const { text, headers } = await pdfText(`/loans/${loanId}/statement`, 'cs', { server, tokenOf })

  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toContain(`"Statement of account ${loanId}.pdf"`)
  const { charged, paid, owed } = await booksOf({ server }, loanId)
  expect({ charged, paid, owed }).toEqual({ charged: 521_000, paid: 200_000, owed: 321_000 })
  expect(text).toContain(`Statement of account ${loanId} · 10 Mar 2026`)
  expect(text).toContain('Nguyễn Thị Ánh')
  expect(text).toContain('INR (₹)')
  expect(text).toContain(`Open today ${rupees(owed)}`)
  // penalty, fee, interest, principal, reduced, written off, paid, open
  expect(text).toContain('Total 175.00 0.00 35.00 5,000.00 0.00 0.00 2,000.00 3,210.00')
  expect(text).toContain('10 Mar 2026 412345678901 2,000.00 175.00 0.00 35.00 1,790.00')
  expect(text).toContain('Penalties are charged up to 10 Mar 2026.')
})

test('personal data is masked in papers', async ({ as, given, server, clock, tokenOf }) => {
  const loanId = await partlyPaid({ as, given, server, clock })

  const { text } = await pdfText(`/loans/${loanId}/contract`, 'cs', { server, tokenOf })

  expect(text).not.toContain('9000012345')
  expect(text).toContain('90****2345')
  expect(text).not.toContain('ABCPE1234F')
})

test('a contract says the terms the order was lent on, its costs a year, and what being late costs', async ({
  as,
  given,
  server,
  clock,
  tokenOf,
}) => {
  const loanId = await partlyPaid({ as, given, server, clock })
  await server.app.database.query(`update products set name = 'Something else'`)

  const { text } = await pdfText(`/loans/${loanId}/contract`, 'cs', { server, tokenOf })

  for (const said of [
    'Loan agreement: key facts',
    'Amount lent 5,000.00',
    'Amount paid out 4,250.00',
    '750.00 (15 %)',
    '35.00 (0.1 % a day)',
    'Yearly cost (APR)',
    '963.11 %',
    '7 days',
    '1–3 0.5 % 4–15 1 % 16+ 1.5 %',
    'at most 100 % of the principal: 5,000.00',
    'extended by 7 days, 3 times at most, for 12 % and a commission of 1 %',
  ])
    expect(text).toContain(said)
})

test('papers of an order lent elsewhere are made from its plans: their interest, not that of terms nobody knows', async ({
  given,
  server,
  tokenOf,
}) => {
  const { loanId } = await owing({ given, server })
  await server.app.database.query(
    `update loans set external_id = 'elsewhere:1', fee_minor = 0, received_minor = 500000,
       terms = terms || '{"serviceRatePpm":0,"dailyInterestPpm":0}'::jsonb where id = '${loanId}'`,
  )

  const { text } = await pdfText(`/loans/${loanId}/contract`, 'cs', { server, tokenOf })

  expect(text).toContain('Interest 35.00')
  expect(text).toContain('To be repaid 5,035.00')
  expect(text).toContain('Total 5,000.00 35.00 0.00 5,035.00')
  // 35 on 5,000 for the 7 days from the pay-out to the due date
  expect(text).toContain('36.5 %')
})

test('the lender on papers is the merchant that the product is bound to', async ({ given, server, tokenOf }) => {
  const { loanId } = await owing({ given, server })
  await server.app.database.query(
    `insert into merchants (id, name, created_at) values ('MC9', 'Harbour Finance', now());
     update products set merchant_id = 'MC9'`,
  )

  const { text } = await pdfText(`/loans/${loanId}/contract`, 'cs', { server, tokenOf })

  expect(text).toContain('Lender Harbour Finance')
})

test('many instalments and payments go on on another page, under the same head', async ({ given, server, tokenOf }) => {
  const { id: planId, loanId } = await given.plan()
  await server.app.database.query(`update loans set disbursed_at = now() where id = '${loanId}'`)
  await server.app.database.query(
    `insert into plans (id, loan_id, serial, periods, currency, due_date, charged_principal, state, created_at)
     select 'PL' || n, loan_id, n, 80, currency, due_date, 100, state, created_at
     from plans, generate_series(2, 80) n where id = '${planId}'`,
  )

  const { text, pages } = await pdfText(`/loans/${loanId}/statement`, 'ops', { server, tokenOf })

  expect(pages).toBe(3)
  expect(text).toContain(`${loanId} · page 3 of 3`)
  expect(text).toContain('80/80')
  const heads = text.split('No. Due Penalty').length - 1
  expect(heads).toBeGreaterThanOrEqual(2)
})

test.for(['statement', 'contract'] as const)(
  'a %s that leaves the building is on the record, with whose hands it is in',
  async (kind, { as, given, server, tokenOf }) => {
    const { loanId } = await owing({ given, server })

    await pdfText(`/loans/${loanId}/${kind}`, 'ops', { server, tokenOf })

    const { rows } = await as('admin').audit.list({ q: `command:documents.${kind}` })
    expect(rows).toMatchObject([{ actor: 'Operations', objectId: loanId, outcome: 'done' }])
  },
)

test('whoever holds an order to collect it takes no papers out, and there are none before it is paid out', async ({
  given,
  raw,
  server,
}) => {
  const { loanId } = await given.case({ collector: 'collector' })
  await server.app.database.query(`update loans set disbursed_at = now() where id = '${loanId}'`)
  const { id: applied } = await given.loan({ state: 20 })

  await expect(raw(`GET /loans/${loanId}/statement`, { who: 'collector' })).resolves.toMatchObject({ code: 403 })
  await expect(raw(`GET /loans/${applied}/contract`, { who: 'ops' })).resolves.toMatchObject({ fault: 'not_found' })
  await expect(raw(`GET /loans/LN000/contract`, { who: 'ops' })).resolves.toMatchObject({ fault: 'not_found' })
})
