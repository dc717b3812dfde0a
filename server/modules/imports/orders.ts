import { businessDate } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, Instant } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { loan } from '#contract/loans/row.ts'
import { payment } from '#contract/payments.ts'
import { plan } from '#contract/plans.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { importLoans } from '#server/modules/loans/steps/import-loans.ts'
import { loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { importPayments } from '#server/modules/payments/steps/payments.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { importPayouts } from '#server/modules/payouts/steps.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { importPlans } from '#server/modules/plans/steps/plans.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { addProduct } from '#server/modules/products/steps/products.ts'
import { currencyOf } from './cells.ts'
import { channel, externalId, type ImportContext } from './context.ts'
import type { BookLoan } from './csv-schemas.ts'
import type { Borrower } from './customers.ts'
import { historyOf, importedTerms, type LoanHistory } from './loan-history.ts'

/** The product of everything that was lent elsewhere. Nobody can apply for it. */
const productId = 'imported' as IdOf<'product'> // named here, and nowhere else

/** Adds the product of imported orders, where it is missing. */
export async function addImportedProduct({
  tx,
  departmentId,
  country,
  now,
  today,
  book,
}: ImportContext): Promise<void> {
  const product = { id: productId, name: 'Imported', app: book, departmentId, currency: currencyOf(country) }
  await addProduct(tx, { ...product, state: 'disabled', createdAt: now }, null, { effectiveFrom: today })
}

/** Tables that get rows with orders. */
export const tablesOfOrders = [loanRows, loanStateRows, planRows, paymentRows, allocationRows, payoutRows] as const

/** An order of the book with its history and the ids it gets. */
interface ImportedLoan {
  readonly id: IdOf<'loan'>
  readonly book: BookLoan
  readonly history: LoanHistory
  readonly borrower: Borrower
  readonly planIds: readonly IdOf<'plan'>[]
  readonly paymentIds: readonly IdOf<'payment'>[]
  readonly currency: Currency
}

const at = (instant: Instant): Date => new Date(instant)

const loanRow = (
  load: ImportContext,
  { id, book, borrower, currency }: ImportedLoan,
): typeof loanRows.$inferInsert => ({
  id,
  customerId: borrower.customerId,
  productId,
  departmentId: load.departmentId,
  state: loanCode.repaid,
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
  closingPaidMinor: book.totalDue,
  closingPenaltyMinor: 0,
  externalId: externalId(load, book.loanId),
})

const stateRowsOf = (
  { importId }: ImportContext,
  { id, history }: ImportedLoan,
): (typeof loanStateRows.$inferInsert)[] =>
  history.transitions.map(({ from, to, event, at: when }) => {
    const step = { loanId: id, fromState: from, toState: to, event, actor: channel, at: at(when) }
    return { ...step, requestId: importId as string }
  })

const planRowsOf = ({ id, history, planIds, currency }: ImportedLoan): (typeof planRows.$inferInsert)[] =>
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

const paymentRowsOf = ({ id, history, paymentIds, currency }: ImportedLoan): (typeof paymentRows.$inferInsert)[] =>
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

const allocationRowsOf = ({ history, paymentIds, planIds }: ImportedLoan): (typeof allocationRows.$inferInsert)[] =>
  history.receipts.flatMap(({ allocations }, i) =>
    allocations.map(({ serial, paid }) => ({
      paymentId: paymentIds[i]!,
      planId: planIds[serial - 1]!,
      paidInterest: paid.interest,
      paidPrincipal: paid.principal,
    })),
  )

/** The pay-out that a book does not tell of, but that must have been made: the customer paid it back. */
const payoutRow = ({ id, book, borrower, currency }: ImportedLoan): typeof payoutRows.$inferInsert => {
  const payoutId = `${id}-1` as IdOf<'payout'> // as the product names them
  const paid = { loanId: id, attempt: 1, cardId: borrower.cardId, amountMinor: book.amount, currency, channel }
  return { id: payoutId, ...paid, state: 'success', requestedAt: at(book.approvedAt), resolvedAt: at(book.approvedAt) }
}

/** Gives every row of the orders its id: of the day it came to be, and a number of its own. */
async function withIds(load: ImportContext, books: readonly BookLoan[], borrowers: ReadonlyMap<string, Borrower>) {
  const { tx, country } = load
  const histories = books.map((book) => historyOf(book, country))
  const total = (of: 'plans' | 'receipts') => histories.reduce((sum, history) => sum + history[of].length, 0)
  const loans = await takeNumbers(tx, loan.ids, books.length)
  const plans = (await takeNumbers(tx, plan.ids, total('plans'))).values()
  const payments = (await takeNumbers(tx, payment.ids, total('receipts'))).values()
  const dayOf = (instant: Instant) => businessDate(instant, country)
  return books.map((book, i): ImportedLoan => {
    const history = histories[i]!
    return {
      id: idOf(loan.ids, dayOf(book.createdAt), loans[i]!),
      book,
      history,
      borrower: borrowers.get(book.customerId)!,
      planIds: history.plans.map(() => idOf(plan.ids, dayOf(book.approvedAt), plans.next().value!)),
      paymentIds: history.receipts.map(({ at: when }) => idOf(payment.ids, dayOf(when), payments.next().value!)),
      currency: currencyOf(country),
    }
  })
}

/** Adds orders with everything that happened to them. */
export async function addOrders(
  load: ImportContext,
  books: readonly BookLoan[],
  borrowers: ReadonlyMap<string, Borrower>,
): Promise<void> {
  const orders = await withIds(load, books, borrowers)
  const { tx } = load
  const loans = orders.map((order) => loanRow(load, order))
  await importLoans(
    tx,
    loans,
    orders.flatMap((order) => stateRowsOf(load, order)),
  )
  await importPlans(tx, orders.flatMap(planRowsOf))
  await importPayments(tx, orders.flatMap(paymentRowsOf), orders.flatMap(allocationRowsOf))
  await importPayouts(tx, orders.map(payoutRow))
}
