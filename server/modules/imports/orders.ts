import { sql } from 'drizzle-orm'
import { businessDate } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, Instant } from '#contract/kernel/values.ts'
import { loan } from '#contract/loans/flow.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { idOf, takeNumbers } from '#server/kernel/ids.ts'
import { loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { addProduct } from '#server/modules/products/steps.ts'
import { addRows } from './bulk.ts'
import { currencyOf } from './cells.ts'
import { type History, historyOf, importedTerms } from './history.ts'
import { channel, externalId, type Load } from './load.ts'
import type { Borrower } from './people.ts'
import type { BookLoan } from './sheets.ts'

/** The product of everything that was lent elsewhere. Nobody can apply for it. */
const productId = 'imported' as IdOf<'product'> // named here, and nowhere else

/** Adds the product of imported orders, where it is missing. */
export async function addImportedProduct({ tx, departmentId, country, now, today, book }: Load): Promise<void> {
  const product = { id: productId, name: 'Imported', app: book, departmentId, currency: currencyOf(country) }
  await addProduct(tx, { ...product, state: 'disabled', createdAt: now }, null, { effectiveFrom: today })
}

/** Tables that get rows with orders. */
export const filledByOrders = [loanRows, loanStateRows, planRows, paymentRows, allocationRows, payoutRows] as const

/** An order of the book with its history and the ids it gets. */
interface Order {
  readonly id: IdOf<'loan'>
  readonly book: BookLoan
  readonly history: History
  readonly borrower: Borrower
  readonly planIds: readonly IdOf<'plan'>[]
  readonly paymentIds: readonly IdOf<'payment'>[]
  readonly currency: Currency
}

const at = (instant: Instant): Date => new Date(instant)

const loanRow = (load: Load, { id, book, borrower, currency }: Order): typeof loanRows.$inferInsert => ({
  id,
  customerId: borrower.customerId,
  productId,
  departmentId: load.departmentId,
  state: loan.repaid,
  ordinal: book.ordinal,
  currency,
  amountMinor: book.amount,
  receivedMinor: book.amount,
  feeMinor: 0,
  gstMinor: 0,
  interestMinor: book.totalDue - book.amount,
  terms: importedTerms[book.termDays],
  app: load.book,
  channel,
  cardId: borrower.cardId,
  attempts: 1,
  appliedAt: at(book.createdAt),
  decidedAt: at(book.approvedAt),
  disbursedAt: at(book.approvedAt),
  closedAt: at(book.closedAt),
  externalId: externalId(load, book.loanId),
})

const stateRowsOf = ({ importId }: Load, { id, history }: Order): (typeof loanStateRows.$inferInsert)[] =>
  history.steps.map(({ from, to, event, at: when }) => {
    const step = { loanId: id, fromState: from, toState: to, event, actor: channel, at: at(when) }
    return { ...step, requestId: importId as string }
  })

const planRowsOf = ({ id, history, planIds, currency }: Order): (typeof planRows.$inferInsert)[] =>
  history.plans.map(({ serial, dueDate, charged, paid, settledAt }, i) => ({
    id: planIds[i]!,
    loanId: id,
    serial,
    periods: history.plans.length,
    currency,
    dueDate,
    chargedInterest: charged.interest,
    chargedPrincipal: charged.principal,
    paidInterest: paid.interest,
    paidPrincipal: paid.principal,
    state: 'paid',
    settledAt: at(settledAt),
  }))

const paymentRowsOf = ({ id, history, paymentIds, currency }: Order): (typeof paymentRows.$inferInsert)[] =>
  history.receipts.map(({ at: when, amountMinor }, i) => ({
    id: paymentIds[i]!,
    loanId: id,
    amountMinor,
    currency,
    kind: i === history.receipts.length - 1 ? 'normal' : 'partial',
    channel: 'offline',
    state: 'success',
    createdAt: at(when),
    completedAt: at(when),
    operator: channel,
  }))

const allocationRowsOf = ({ history, paymentIds, planIds }: Order): (typeof allocationRows.$inferInsert)[] =>
  history.receipts.flatMap(({ allocations }, i) =>
    allocations.map(({ serial, paid }) => ({
      paymentId: paymentIds[i]!,
      planId: planIds[serial - 1]!,
      paidInterest: paid.interest,
      paidPrincipal: paid.principal,
    })),
  )

/** The pay-out that a book does not tell of, but that must have been made: the customer paid it back. */
const payoutRow = ({ id, book, borrower, currency }: Order): typeof payoutRows.$inferInsert => {
  const payoutId = `${id}-1` as IdOf<'payout'> // as the product names them
  const paid = { loanId: id, attempt: 1, cardId: borrower.cardId, amountMinor: book.amount, currency, channel }
  return { id: payoutId, ...paid, state: 'success', requestedAt: at(book.approvedAt), resolvedAt: at(book.approvedAt) }
}

/** Which orders of the book are loaded already. */
export async function knownOrders(load: Load, books: readonly BookLoan[]): Promise<Set<string>> {
  const byExternal = new Map(books.map(({ loanId }) => [externalId(load, loanId), loanId]))
  const rows = await rowsOf<{ externalId: string }>(
    load.tx,
    sql`select ${loanRows.externalId} as "externalId" from ${loanRows}
        where ${loanRows.externalId} = any(${sql.param([...byExternal.keys()])}::text[])`,
  )
  return new Set(rows.map((row) => byExternal.get(row.externalId)!))
}

/** Gives every row of the orders its id: of the day it came to be, and a number of its own. */
async function numbered(load: Load, books: readonly BookLoan[], borrowers: ReadonlyMap<string, Borrower>) {
  const { tx, country } = load
  const histories = books.map((book) => historyOf(book, country))
  const total = (of: 'plans' | 'receipts') => histories.reduce((sum, history) => sum + history[of].length, 0)
  const loans = await takeNumbers(tx, 'loan', books.length)
  const plans = (await takeNumbers(tx, 'plan', total('plans'))).values()
  const payments = (await takeNumbers(tx, 'payment', total('receipts'))).values()
  const dayOf = (instant: Instant) => businessDate(instant, country)
  return books.map((book, i): Order => {
    const history = histories[i]!
    return {
      id: idOf('loan', dayOf(book.createdAt), loans[i]!),
      book,
      history,
      borrower: borrowers.get(book.customerId)!,
      planIds: history.plans.map(() => idOf('plan', dayOf(book.approvedAt), plans.next().value!)),
      paymentIds: history.receipts.map(({ at: when }) => idOf('payment', dayOf(when), payments.next().value!)),
      currency: currencyOf(country),
    }
  })
}

/**
 * Adds orders with everything that happened to them, past the steps that other orders take: what is long over is
 * subject to none of their guards.
 */
export async function addOrders(
  load: Load,
  books: readonly BookLoan[],
  borrowers: ReadonlyMap<string, Borrower>,
): Promise<void> {
  const orders = await numbered(load, books, borrowers)
  const { tx } = load
  await addRows(
    tx,
    loanRows,
    orders.map((order) => loanRow(load, order)),
  )
  await addRows(
    tx,
    loanStateRows,
    orders.flatMap((order) => stateRowsOf(load, order)),
  )
  await addRows(tx, planRows, orders.flatMap(planRowsOf))
  await addRows(tx, paymentRows, orders.flatMap(paymentRowsOf))
  await addRows(tx, allocationRows, orders.flatMap(allocationRowsOf))
  await addRows(tx, payoutRows, orders.map(payoutRow))
}
