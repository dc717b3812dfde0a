import { asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { auditRows } from '#server/kernel/base/tables.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { importRows } from '#server/modules/imports/store.ts'
import { loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { emptied } from '#tests/support/database.ts'
import { bookLoan, lineOf } from './arbitrary.ts'
import { inOrder, ledgerOf } from './ledger.ts'
import { counted, customersCsv, imported, loansCsv, test } from './support.ts'

const books = fc.uniqueArray(bookLoan, { minLength: 1, maxLength: 40, selector: ({ loanId }) => loanId })

test('any book is imported whole, balances, and importing it twice equals importing it once', async ({ server }) => {
  await fc.assert(
    fc
      .asyncProperty(books, async (book) => {
        const loans = loansCsv(book.map(lineOf))

        const first = await imported(server, { loans })
        const once = await counted(server)
        const second = await imported(server, { loans })

        expect(first.outcome.loans).toEqual({ loaded: book.length, changed: 0, known: 0, refused: 0 })
        expect(second.outcome.loans).toEqual({ loaded: 0, changed: 0, known: book.length, refused: 0 })
        expect(await counted(server)).toEqual(once)
        expect(await ledgerOf(server)).toEqual(inOrder(book.length))
        const done = await server.app.database.db.select({ loans: customerRows.loansDone }).from(customerRows)
        expect(done.reduce((sum, { loans: own }) => sum + own, 0)).toBe(book.length)
      })
      .beforeEach(() => emptied(server.app.database)),
    { numRuns: 10 },
  )
})

test('an imported order is repaid, without fee or penalty, at the times its book gives', async ({ server, as }) => {
  const { id } = await imported(server, { loans: loansCsv([{ termDays: '60', closedAt: '2025-03-01 12:30:00' }]) })

  const { db } = server.app.database
  const [loan] = await db.select().from(loanRows)
  expect(loan).toMatchObject({
    ...{ state: 40, productId: 'imported', externalId: 'test:1001', ordinal: 1, app: 'test', departmentId: 'OPS' },
    ...{ amountMinor: 1_000_000, receivedMinor: 1_000_000, feeMinor: 0, interestMinor: 300_000, currency: 'INR' },
    ...{ appliedAt: new Date('2025-01-10T03:30:00Z'), decidedAt: new Date('2025-01-10T04:30:00Z') },
    ...{ closedAt: new Date('2025-03-01T07:00:00Z'), dueDate: null, attempts: 1 },
  })
  expect(loan!.id).toMatch(/^LN250110\d{6}$/)
  const log = await db.select().from(loanStateRows).orderBy(asc(loanStateRows.id))
  expect(log.map(({ toState }) => toState)).toEqual([10, 20, 29, 30, 43, 30, 43, 40])
  expect(new Set(log.map(({ requestId, actor }) => `${actor} ${requestId}`))).toEqual(new Set([`import ${id}`]))
  const { plans, payouts, payments } = await as('ops').loans.detail({ id: loan!.id })
  expect(plans.map(({ state, period, dueDate }) => [state, period, dueDate])).toEqual([
    ['paid', '1/2', '2025-02-09'],
    ['paid', '2/2', '2025-03-11'],
  ])
  expect(payouts.map(({ state, resolvedAt }) => [state, resolvedAt])).toEqual([['success', '2025-01-10T04:30:00.000Z']])
  expect(payments.map(({ amount, completedAt }) => [amount.minor, completedAt])).toEqual([
    [650_000, '2025-02-08T06:30:00.000Z'],
    [650_000, '2025-03-01T07:00:00.000Z'],
  ])
})

test('a payment that leaves something open is a partial one', async ({ server }) => {
  await imported(server, { loans: loansCsv([{ termDays: '90' }]) })

  const payments = await server.app.database.db.select().from(paymentRows).orderBy(asc(paymentRows.createdAt))
  expect(payments.map(({ kind, channel, state }) => [kind, channel, state])).toEqual([
    ['partial', 'offline', 'success'],
    ['normal', 'offline', 'success'],
  ])
})

test('customers come with what their file tells, and borrowers without a line with their id only', async ({
  server,
  as,
}) => {
  const loans = loansCsv([{ createdAt: '2024-12-01 09:00:00' }, {}, { customerId: 'ben' }])

  const { outcome } = await imported(server, { loans, customers: customersCsv([{}, { customerId: 'chi' }]) })

  expect(outcome).toMatchObject({ customers: { loaded: 2 }, nameless: 1 })
  const rows = await server.app.database.db.select().from(customerRows).orderBy(asc(customerRows.externalId))
  expect(rows).toMatchObject([
    {
      ...{ externalId: 'test:anna', birthDate: '1990-05-06', employment: 'Permanent', education: 'Graduate' },
      ...{ name: null, kind: 'old', loansDone: 2, registeredAt: new Date('2024-12-01T03:30:00Z') },
    },
    { externalId: 'test:ben', birthDate: null, employment: null, kind: 'old', loansDone: 1 },
    { externalId: 'test:chi', kind: 'new', loansDone: 0, registeredAt: new Date('2026-03-10T06:00:00Z') },
  ])
  const { cards } = await as('ops').customers.cards({ id: rows[0]!.id })
  expect(cards).toMatchObject([{ bank: 'HDFC', holder: '–', account: '****', state: 'unbound', boundAt: null }])
})

test('an account that nobody knows is no account that two customers share', async ({ server }) => {
  await imported(server, { loans: loansCsv([{}, { customerId: 'ben' }]) })

  const cards = await server.app.database.db.select().from(cardRows)
  expect(new Set(cards.map(({ accountIndex }) => accountIndex)).size).toBe(2)
  const payouts = await server.app.database.db.select().from(payoutRows)
  expect(payouts.map(({ cardId }) => cardId).toSorted()).toEqual(cards.map(({ id }) => id).toSorted())
})

test('orders of somebody may overlap: history is not held to one open order', async ({ server }) => {
  const { outcome } = await imported(server, { loans: loansCsv([{}, {}]) })

  expect(outcome.loans.loaded).toBe(2)
})

test('what a book has more than last time is added to the customers who are known', async ({ server }) => {
  await imported(server, { loans: loansCsv([{}]) })

  const earlier = { createdAt: '2025-01-01 09:00:00' }
  const { outcome } = await imported(server, { loans: loansCsv([{}, earlier]) })
  await imported(server, { loans: loansCsv([{}, earlier, {}]) })

  expect(outcome).toMatchObject({ loans: { loaded: 1, known: 1 }, nameless: 0 })
  const [anna] = await server.app.database.db.select().from(customerRows)
  expect(anna).toMatchObject({ loansDone: 3, registeredAt: new Date('2025-01-01T03:30:00Z') })
})

test('of two imports of one book at the same moment the second knows what the first has loaded', async ({ server }) => {
  const loans = loansCsv(Array.from({ length: 200 }, () => ({})))
  await imported(server, { loans: loansCsv([{ loanId: 'earlier' }]) })

  const both = await Promise.all([imported(server, { loans }), imported(server, { loans })])

  const tallies = both.map(({ outcome }) => outcome.loans.loaded).toSorted((a, b) => a - b)
  expect(tallies).toEqual([0, 200])
})

test('the same id in another book is another order of another customer', async ({ server }) => {
  const loans = loansCsv([{}])
  const { outcome } = await imported(server, { loans })

  const other = await imported(server, { loans }, 'other')

  expect([outcome.loans.loaded, other.outcome.loans.loaded]).toEqual([1, 1])
  expect(await counted(server)).toMatchObject({ loans: 2, customers: 2 })
})

/** So many lines that a load takes several chunks of them, whatever their size. */
const several = 1_500

test('an import that fails in the middle keeps what is loaded, says how much, and loads the rest the next time', async ({
  server,
}) => {
  const { db } = server.app.database
  const lines = Array.from({ length: several }, (_, i) => (i === several - 100 ? { totalDue: '10077.77' } : {}))
  const files = { loans: loansCsv(lines), customers: customersCsv([{}]) }
  await db.execute(sql`alter table plans add constraint stop check (charged_interest <> 7777) not valid`)

  await expect(imported(server, files)).rejects.toThrow()
  await db.execute(sql`alter table plans drop constraint stop`)

  const [half] = await db.select().from(importRows)
  const { loans = 0, ...beside } = await counted(server)
  expect(half).toMatchObject({ state: 'failed', fault: { fault: 'internal' }, loaded: loans, done: loans })
  expect(loans).toBeGreaterThan(0)
  expect(loans).toBeLessThan(several)
  expect(beside).toMatchObject({ customers: 1, plans: loans, payments: loans, payouts: loans })
  const [audited] = await db.select().from(auditRows).where(eq(auditRows.command, 'imports.run'))
  expect(audited).toMatchObject({ outcome: 'failed', fault: 'internal', noun: 'imports' })

  const { outcome } = await imported(server, files)

  expect(outcome.loans).toEqual({ loaded: several - loans, changed: 0, known: loans, refused: 0 })
  expect(await counted(server)).toMatchObject({ loans: several, customers: 1, payouts: several })
  const [{ loansDone } = {}] = await db.select().from(customerRows)
  expect(loansDone).toBe(several)
})

test('a run leaves one row in the audit log, with what it came to', async ({ server }) => {
  const { id, outcome } = await imported(server, { loans: loansCsv([{}, { amount: '' }]) })

  const rows = await server.app.database.db.select().from(auditRows)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ command: 'imports.run', objectId: id, after: outcome })
})
