import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { dueLags, recoveryLags } from '#contract/due-facts.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { root } from '#server/kernel/base/root.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { wrongBooks } from '#tests/support/books.ts'
import { ratesOf } from './book-rates.ts'
import { inOrder, ledgerOf } from './ledger.ts'
import { liveMonth } from './month.ts'
import { counted, imported, problemsOf, test } from './support.ts'

const folder = join(process.env.LENDLINE_DATA ?? join(root, '../shared/data'), 'loan-book')
const file = (name: string) => Uint8Array.from(readFileSync(join(folder, name)))

// one import: it takes longer than all that is asked of it
test('a real book of 18,183 loans is imported whole, but for five lines; reports tell what its lines do; a month later it balances', async ({
  as,
  given,
  server,
  clock,
  skip,
}) => {
  skip(!existsSync(folder), `there is no book in ${folder}; LENDLINE_DATA says where one is`)
  const files = { loans: file('loans.csv'), customers: file('customers.csv') }
  const { db } = server.app.database

  const { id, outcome } = await imported(server, files)

  expect(outcome).toEqual({
    loans: { loaded: 18_178, changed: 0, known: 0, refused: 5 },
    customers: { loaded: 4_334, changed: 0, known: 0, refused: 12 },
    nameless: 1_095,
  })
  const problems = await problemsOf(server, id)
  expect(problems.filter((one) => one.file === 'loans').map(({ line, field, fault }) => [line, field, fault])).toEqual(
    [12_819, 14_348, 16_233, 16_776, 16_778].map((line) => [line, 'amount', 'blank']),
  )
  const repeated = problems.filter((one) => one.file === 'customers')
  expect(repeated.every(({ field, fault }) => field === 'customerId' && fault === 'repeated')).toBe(true)
  expect(await db.select({ count: count() }).from(loanRows).where(eq(loanRows.state, 40))).toEqual([{ count: 18_178 }])
  expect(await ledgerOf(server)).toEqual(inOrder(18_178))
  const [customerId, birth] = readFileSync(join(folder, 'customers.csv'), 'utf8').split('\n')[1]!.split(',')
  const [first] = await db
    .select()
    .from(customerRows)
    .where(eq(customerRows.externalId, `test:${customerId}`))
  expect(first!.birthDate).toBe(birth!.slice(0, 10))

  // what reports say of it is what its lines say, counted by themselves
  const told = ratesOf(readFileSync(join(folder, 'loans.csv'), 'utf8'))
  await refreshDueFacts(server.app)
  const repaid = await as('ops').dueFacts.report({ grain: 'month' })
  expect(repaid.rows.map(({ value }) => value!.slice(0, 7)).toSorted()).toEqual([...told.months.keys()].toSorted())
  for (const { value, cells } of repaid.rows) {
    const { plans, unpaid } = told.months.get(value!.slice(0, 7))!
    const overdue = dueLags.map((lag) => [cells[`overdueT${lag}`]!.value, cells[`overdueT${lag}`]!.per])
    const recovered = recoveryLags.map((lag) => cells[`recoveryT${lag}`])
    expect({ value, overdue, recovered }).toEqual({
      ...{ value, overdue: unpaid.map((count) => [count, plans]) },
      recovered: recoveryLags.map((lag) => {
        const [late, still] = [unpaid[0]!, unpaid[dueLags.indexOf(lag)]!]
        return late === 0 ? null : { value: late - still, per: late, rows: late - still }
      }),
    })
  }
  const lent = await as('ops').loans.lending({ grain: 'month', measures: ['loans', 'firstLoans'] })
  expect(lent.total).toMatchObject({ loans: { value: told.loans }, firstLoans: { value: told.first, per: told.loans } })

  const before = await counted(server)
  const again = await imported(server, files)

  expect(again.outcome).toEqual({
    loans: { loaded: 0, changed: 0, known: 18_178, refused: 5 },
    customers: { loaded: 0, changed: 0, known: 4_334, refused: 12 },
    nameless: 0,
  })
  expect(await counted(server)).toEqual(before)
  expect(before).toMatchObject({ customers: 5_429, plans: 19_227 })

  const month = await liveMonth({ as, given, server, clock }, '2026-03-10' as LocalDate)

  expect(await wrongBooks(server.app)).toEqual({})
  expect(month.after).toEqual(month.before)
  expect(month).toMatchObject({ lent: 28, before: { loans: 18_178 } })
}, 600_000)
