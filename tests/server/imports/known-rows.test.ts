import { asc } from 'drizzle-orm'
import { expect } from 'vitest'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { test } from '#tests/support/server.ts'
import { counted, customersCsv, imported, type LoanLine, loansCsv, problemsOf } from './support.ts'

test('what arrives later of a customer is updated, with the difference told; what is left open stays', async ({
  server,
}) => {
  const refused = customersCsv([{ birthDate: '06/05/1990' }, { customerId: 'ben', bank: '' }])
  const first = await imported(server, { loans: loansCsv([{}, { customerId: 'ben' }]), customers: refused })
  const corrected = customersCsv([{}, { customerId: 'ben', education: 'Primary', employment: '' }])

  const second = await imported(server, { loans: loansCsv([{}, { customerId: 'ben' }]), customers: corrected })
  const third = await imported(server, { loans: loansCsv([{}, { customerId: 'ben' }]), customers: corrected })

  expect(first.outcome.customers).toEqual({ loaded: 1, changed: 0, known: 0, refused: 1 })
  expect(second.outcome).toMatchObject({ customers: { loaded: 0, changed: 2, known: 0, refused: 0 }, nameless: 0 })
  expect(third.outcome.customers).toEqual({ loaded: 0, changed: 0, known: 2, refused: 0 })
  expect((await problemsOf(server, second.id)).map(({ line, field, fault, got }) => [line, field, fault, got])).toEqual(
    [
      [2, 'bank', 'changed', '– → HDFC'],
      [2, 'birthDate', 'changed', '– → 1990-05-06'],
      [2, 'education', 'changed', '– → Graduate'],
      [2, 'employment', 'changed', '– → Permanent'],
      [3, 'bank', 'changed', '– → HDFC'],
      [3, 'education', 'changed', 'Graduate → Primary'],
    ],
  )
  const { db } = server.app.database
  const rows = await db.select().from(customerRows).orderBy(asc(customerRows.externalId))
  expect(rows.map(({ birthDate, employment, education }) => [birthDate, employment, education])).toEqual([
    ['1990-05-06', 'Permanent', 'Graduate'],
    ['1990-05-06', 'Permanent', 'Primary'],
  ])
  expect((await db.select().from(cardRows)).map(({ bank }) => bank)).toEqual(['HDFC', 'HDFC'])
})

const otherwise: [line: LoanLine, field: string, got: string][] = [
  [{ amount: '9000.00' }, 'amount', '₹ 9,000 ≠ ₹ 10,000'],
  [{ totalDue: '13000.01' }, 'totalDue', '₹ 13,000.01 ≠ ₹ 13,000'],
  [{ termDays: '15' }, 'termDays', '15 ≠ 30'],
  [{ ordinal: '2' }, 'ordinal', '2 ≠ 1'],
  [{ customerId: 'ben' }, 'customerId', 'ben ≠ anna'],
  [{ firstDueDate: '2025-02-10' }, 'firstDueDate', '2025-02-10 ≠ 2025-02-09'],
  [{ firstRepaidAt: '2025-02-08 11:59:59' }, 'firstRepaidAt', '2025-02-08T06:29:59.000Z ≠ 2025-02-08T06:30:00.000Z'],
  [{ closedAt: '2025-02-08 12:30:01' }, 'closedAt', '2025-02-08T07:00:01.000Z ≠ 2025-02-08T07:00:00.000Z'],
]
test.for(otherwise)(
  'a known order with %o is refused, not counted as known',
  async ([line, field, got], { server }) => {
    await imported(server, { loans: loansCsv([{}, {}]) })
    const before = await counted(server)

    const { id, outcome } = await imported(server, { loans: loansCsv([{}, line]) })

    expect(outcome.loans).toEqual({ loaded: 0, changed: 0, known: 1, refused: 1 })
    expect(await problemsOf(server, id)).toMatchObject([{ line: 3, field, fault: 'known_otherwise', got }])
    expect(await counted(server)).toEqual(before)
  },
)
