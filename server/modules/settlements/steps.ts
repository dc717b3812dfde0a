import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { loanCode as codes, isLive, resumeEvent, settlementEvent } from '#contract/loans/flow.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { closeCuredCase, openCases } from '#server/modules/cases/steps/cases.ts'
import { redeemCoupon, releaseLinkCoupon } from '#server/modules/coupons/steps/redeem.ts'
import { applyExtensionPayment } from '#server/modules/extensions/steps/offers.ts'
import { catchUp } from '#server/modules/loans/steps/overdue.ts'
import { type Cause, transition } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { type Applied, applyMoney } from '#server/modules/payments/steps/apply-money.ts'
import { applyExit, exitOn } from '#server/modules/payments/steps/early-exit.ts'
import {
  type LockedPayment,
  lockPayment,
  markFailed,
  markReceived,
  othersPaying,
  setExtensionPart,
  setUnapplied,
} from '#server/modules/payments/steps/payments.ts'
import { mustBeNewUtr } from '#server/modules/payments/steps/references.ts'
import type { StoredPayment } from '#server/modules/payments/store.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { openTicketFor } from '#server/modules/tickets/steps.ts'

/** An order goes on after a payment that has not settled it: as it was, or as the day and what was paid have made it. */
async function resumeLoan(
  tx: Db,
  { loan, dueDate }: Pick<LockedPayment, 'loan'> & Pick<StoredLoan, 'dueDate'>,
  cause: Cause,
  { clock }: AppContext,
): Promise<void> {
  const day = today(clock, cause.now)
  const late = dueDate ? overdueDays(dueDate, day) : 0
  const before = loan.cameFrom ?? codes.awaitingRepayment
  const next = await transition(tx, loan, resumeEvent(before, late > 0), { ...cause, along: { cameFrom: null } })
  // what is due today is still reminded of
  const isDueToday = before === codes.awaitingRepayment && dueDate === day
  if (next === codes.awaitingRepayment && !isDueToday) await closeCuredCase(tx, loan.id, cause.now)
  // one that was overdue before has its case, or had it ended for good
  const isNewlyLate = next === codes.overdue && before !== codes.overdue
  if (isNewlyLate) await openCases(tx, [{ loanId: loan.id, overdueDays: late }], { day, at: cause.now })
}

/** Takes an order into 43 that is not there yet: what comes in without having been announced passes through it as well. */
async function ensureProcessing(tx: Db, loan: StoredLoan, cause: Cause): Promise<StoredLoan> {
  if (loan.state === codes.repaymentProcessing) return loan
  const state = await transition(tx, loan, 'startPay', { ...cause, along: { cameFrom: loan.state } })
  return { ...loan, state, cameFrom: loan.state }
}

/** Begins a payment: the order waits for it in 43. Its code must allow that. */
export const beginPayment = async (tx: Db, loan: StoredLoan, cause: Cause, app: AppContext): Promise<StoredLoan> =>
  ensureProcessing(tx, await catchUp(tx, loan, app), cause)

/** What is more than anybody owes waits to be given back, and somebody is told. */
async function holdUnapplied(
  tx: Db,
  { loan, payment }: LockedPayment,
  unappliedMinor: number,
  app: AppContext,
): Promise<void> {
  await setUnapplied(tx, payment.id, unappliedMinor)
  const amount = formatMoney(ofMinor(unappliedMinor, payment.currency), 'en')
  const now = app.clock.now()
  const { id: loanId, customerId, departmentId } = loan
  const why = { cause: 'overpaid', named: { payment: payment.id, amount, order: loanId } } as const
  const work = { kind: 'refund' as const, loanId, customerId, departmentId }
  await openTicketFor(tx, why, work, { today: today(app.clock, now), now, app })
}

/** A coupon that a customer has paid with was taken back before that was heard: somebody is told that nothing came off. */
async function reportRevoked(
  tx: Db,
  { loan, payment }: LockedPayment,
  coupon: IdOf<'coupon'>,
  app: AppContext,
): Promise<void> {
  const now = app.clock.now()
  const { id: loanId, customerId, departmentId } = loan
  const why = { cause: 'couponRevoked', named: { payment: payment.id, coupon, order: loanId } } as const
  const work = { kind: 'other' as const, loanId, customerId, departmentId }
  await openTicketFor(tx, why, work, { today: today(app.clock, now), now, app })
}

/** Uses a payment for what is owed; one that ends the order before its term, for what that costs. */
async function applyReceived(tx: Db, { loan, payment }: LockedPayment, app: AppContext): Promise<Applied> {
  const valueAt = payment.completedAt!
  const incoming = { paymentId: payment.id, amountMinor: payment.amountMinor, valueAt }
  const books = await booksOf(tx, loan, valueAt, app)
  const exit = payment.kind === 'early' ? exitOn(loan, books, app) : null
  if (exit?.payableMinor === payment.amountMinor) return applyExit(tx, loan, { books, exit, incoming }, app)
  return applyMoney(tx, loan, incoming, { app, excess: true, books })
}

/** Extends the order that a payment is the price of extending. Where it is not the price now, it is money like any other. */
async function applyExtension(
  tx: Db,
  { loan, payment }: LockedPayment,
  cause: Cause,
  app: AppContext,
): Promise<boolean> {
  const { id: paymentId, linkId, amountMinor, createdAt } = payment
  const valueAt = payment.completedAt!
  const day = businessDate(toInstant(valueAt), app.clock.country)
  const paid = { paymentId, linkId, amountMinor, createdAt, valueAt, day }
  const booked = await applyExtensionPayment(tx, loan, paid, { cause, app })
  if (booked) await setExtensionPart(tx, paymentId, booked.extensionMinor)
  return booked !== null
}

/**
 * The money of a payment is there, and is written down as such: it is used for what the locked order owes, and the order
 * goes on. For a closed order, or one that was never paid out, nothing is owed: all of it waits to be given back.
 */
export async function paymentSucceeded(
  tx: Db,
  { loan, payment }: LockedPayment,
  cause: Cause,
  app: AppContext,
): Promise<void> {
  if (!isLive(loan.state)) return holdUnapplied(tx, { loan, payment }, payment.amountMinor, app)
  const paying = await ensureProcessing(tx, await catchUp(tx, loan, app), cause)
  if (payment.kind === 'extension' && (await applyExtension(tx, { loan: paying, payment }, cause, app))) return
  const { revoked } = await redeemCoupon(tx, paying, payment, app)
  if (revoked) await reportRevoked(tx, { loan, payment }, revoked, app)
  const { settled, reducedMinor, dueDate, unappliedMinor } = await applyReceived(tx, { loan: paying, payment }, app)
  if (unappliedMinor > 0) await holdUnapplied(tx, { loan, payment }, unappliedMinor, app)
  if (settled)
    await transition(tx, paying, settlementEvent('settle', reducedMinor), { ...cause, along: { cameFrom: null } })
  else if (!(await othersPaying(tx, payment))) await resumeLoan(tx, { loan: paying, dueDate }, cause, app)
}

/** A payment that was begun has come to nothing: the locked order goes on, unless another is under way. */
export async function paymentFailed(
  tx: Db,
  { loan, payment }: LockedPayment,
  cause: Cause,
  app: AppContext,
): Promise<void> {
  await releaseLinkCoupon(tx, payment.linkId)
  if (loan.state !== codes.repaymentProcessing || (await othersPaying(tx, payment))) return
  await resumeLoan(tx, { loan, dueDate: loan.dueDate }, cause, app)
}

/** Why a payment is given up that the channel has said nothing of: the key of a text below `reasons`. */
const channelSilent = 'channelSilent'

/** A payment that was never heard of again is given up; if the money turns up after all, it counts then. */
export async function paymentTimedOut(
  tx: Db,
  id: StoredPayment['id'],
  cause: Cause,
  app: AppContext,
): Promise<boolean> {
  const locked = await lockPayment(tx, id)
  if (locked?.payment.state !== 'paying') return false
  await markFailed(tx, id, channelSilent)
  await paymentFailed(tx, locked, { ...cause, reason: channelSilent }, app)
  return true
}

/** By hand nobody takes more than is owed, nor anything for an order that is closed. */
async function mustBeOwed(tx: Db, { loan, payment }: LockedPayment, valueAt: Date, app: AppContext): Promise<void> {
  const { amountMinor } = payment
  if (!isLive(loan.state)) throw new Refusal('order_closed', undefined, { field: 'paymentId' })
  const mostMinor = repayable((await booksOf(tx, loan, valueAt, app)).asked)
  if (amountMinor <= mostMinor) return
  throw new Refusal('more_than_repayable', { repayable: ofMinor(mostMinor, loan.currency) }, { field: 'paymentId' })
}

/** A payment of which the bank knows better than the channel: it is there, under this UTR, since then. */
export interface UnmatchedReceipt {
  readonly utr: string
  readonly valueAt: Date
  readonly operator: string
  readonly reason: string
}

/**
 * Takes a payment as made because its transfer was found.
 * @throws Refusal `utr_used`, `order_closed`, `more_than_repayable`.
 */
export async function receiveUnmatched(
  tx: Db,
  id: StoredPayment['id'],
  { utr, valueAt, operator, reason }: UnmatchedReceipt,
  app: AppContext,
): Promise<void> {
  const { loan, payment } = (await lockPayment(tx, id))!
  await mustBeNewUtr(tx, utr)
  await mustBeOwed(tx, { loan, payment }, valueAt, app)
  const received = await markReceived(tx, id, { utr, valueAt, bookedAt: app.clock.now(), operator })
  await paymentSucceeded(tx, { loan, payment: received }, { actor: operator, now: app.clock.now(), reason }, app)
}
