import { and, eq, ne } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { loan as codes, isLive, resuming, settling } from '#contract/loans/flow.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { closeCase, openCases } from '#server/modules/cases/steps.ts'
import { couponPaid, couponUnpaid } from '#server/modules/coupons/steps.ts'
import { extendPaid } from '#server/modules/extensions/steps.ts'
import { type Cause, lockLoan, move } from '#server/modules/loans/steps.ts'
import { openTicket } from '#server/modules/tickets/steps.ts'
import { type Applied, applyMoney, booksOf, type Loan } from './apply.ts'
import { applyExit, exitOn } from './exit.ts'
import { paymentRows } from './store.ts'

export type Stored = typeof paymentRows.$inferSelect
/** A payment with its order, both locked. */
export interface Paying {
  readonly loan: Loan
  readonly payment: Stored
}

/** Whether another payment of the order is under way. */
async function othersPaying(tx: Db, { id, loanId }: Pick<Stored, 'id' | 'loanId'>): Promise<boolean> {
  const others = and(eq(paymentRows.loanId, loanId), eq(paymentRows.state, 'paying'), ne(paymentRows.id, id))
  const [other] = await tx.select({ id: paymentRows.id }).from(paymentRows).where(others).limit(1)
  return other !== undefined
}

/** An order goes on after a payment that has not settled it: as it was, or as the day and what was paid have made it. */
async function resume(
  tx: Db,
  { loan, dueDate }: Pick<Paying, 'loan'> & Pick<Loan, 'dueDate'>,
  cause: Cause,
  { clock }: Ground,
): Promise<void> {
  const day = today(clock, cause.now)
  const late = dueDate ? overdueDays(dueDate, day) : 0
  const next = await move(tx, loan, resuming(loan.cameFrom ?? codes.awaitingRepayment, late > 0), {
    ...cause,
    along: { cameFrom: null },
  })
  if (next === codes.awaitingRepayment) await closeCase(tx, loan.id, 'paid', cause.now)
  if (next === codes.overdue) await openCases(tx, [{ loanId: loan.id, overdueDays: late }], { day, at: cause.now })
}

/** Takes an order into 43 that is not there yet: what comes in without having been announced passes through it as well. */
async function started(tx: Db, loan: Loan, cause: Cause): Promise<Loan> {
  if (loan.state === codes.repaymentProcessing) return loan
  const state = await move(tx, loan, 'startPay', { ...cause, along: { cameFrom: loan.state } })
  return { ...loan, state, cameFrom: loan.state }
}

/** Begins a payment: the order waits for it in 43. Its code must allow that. */
export const begin = (tx: Db, loan: Loan, cause: Cause): Promise<Loan> => started(tx, loan, cause)

/** What is more than anybody owes waits to be given back, and somebody is told. */
async function setApart(tx: Db, { loan, payment }: Paying, unappliedMinor: number, ground: Ground): Promise<void> {
  await tx.update(paymentRows).set({ unappliedMinor }).where(eq(paymentRows.id, payment.id))
  const amount = formatMoney(ofMinor(unappliedMinor, payment.currency), 'en')
  const now = ground.clock.now()
  const { id: loanId, customerId, departmentId } = loan
  const content = `Payment ${payment.id} of order ${loanId} came to more than was owed.`
  const work = { kind: 'refund' as const, title: `Give back ${amount}`, content, loanId, customerId, departmentId }
  await openTicket(tx, work, { today: today(ground.clock, now), now })
}

/** Uses a payment for what is owed; one that ends the order before its term, for what that costs. */
async function use(tx: Db, { loan, payment }: Paying, ground: Ground): Promise<Applied> {
  const valueAt = payment.completedAt!
  const incoming = { paymentId: payment.id, amountMinor: payment.amountMinor, valueAt }
  const books = await booksOf(tx, loan, valueAt, ground)
  const exit = payment.kind === 'early' ? exitOn(loan, books, ground) : null
  if (exit?.payableMinor === payment.amountMinor) return applyExit(tx, loan, { books, exit, incoming }, ground)
  return applyMoney(tx, loan, incoming, { ground, excess: true, books })
}

/** Extends the order that a payment is the price of extending. Where it is not the price now, it is money like any other. */
async function extended(tx: Db, { loan, payment }: Paying, cause: Cause, ground: Ground): Promise<boolean> {
  const { id: paymentId, amountMinor } = payment
  const valueAt = payment.completedAt!
  const day = businessDate(toInstant(valueAt), ground.clock.country)
  const booked = await extendPaid(tx, loan, { paymentId, amountMinor, valueAt, day }, { cause, ground })
  if (booked) await tx.update(paymentRows).set(booked).where(eq(paymentRows.id, paymentId))
  return booked !== null
}

/**
 * The money of a payment is there, and is written down as such: it is used for what the locked order owes, and the order
 * goes on. For a closed order, or one that was never paid out, nothing is owed: all of it waits to be given back.
 */
export async function succeeded(tx: Db, { loan, payment }: Paying, cause: Cause, ground: Ground): Promise<void> {
  if (!isLive(loan.state)) return setApart(tx, { loan, payment }, payment.amountMinor, ground)
  const paying = await started(tx, loan, cause)
  if (payment.kind === 'extension' && (await extended(tx, { loan: paying, payment }, cause, ground))) return
  await couponPaid(tx, paying, { linkId: payment.linkId, valueAt: payment.completedAt! }, ground)
  const { settled, reducedMinor, dueDate, unappliedMinor } = await use(tx, { loan: paying, payment }, ground)
  if (unappliedMinor > 0) await setApart(tx, { loan, payment }, unappliedMinor, ground)
  if (settled) await move(tx, paying, settling('settle', reducedMinor), { ...cause, along: { cameFrom: null } })
  else if (!(await othersPaying(tx, payment))) await resume(tx, { loan: paying, dueDate }, cause, ground)
}

/** A payment that was begun has come to nothing: the locked order goes on, unless another is under way. */
export async function failed(tx: Db, { loan, payment }: Paying, cause: Cause, ground: Ground): Promise<void> {
  await couponUnpaid(tx, payment.linkId)
  if (loan.state !== codes.repaymentProcessing || (await othersPaying(tx, payment))) return
  await resume(tx, { loan, dueDate: loan.dueDate }, cause, ground)
}

/** Reads a payment with its order, and keeps both from other writers; the order first, like everybody else. */
export async function lockPayment(tx: Db, id: Stored['id']): Promise<Paying | null> {
  const [known] = await tx.select({ loanId: paymentRows.loanId }).from(paymentRows).where(eq(paymentRows.id, id))
  const loan = known && (await lockLoan(tx, known.loanId))
  const [payment] = loan ? await tx.select().from(paymentRows).where(eq(paymentRows.id, id)).for('update') : []
  return loan && payment ? { loan, payment } : null
}

/** A payment that was never heard of again is given up; if the money turns up after all, it counts then. */
export async function timedOut(tx: Db, id: Stored['id'], cause: Cause, ground: Ground): Promise<boolean> {
  const locked = await lockPayment(tx, id)
  if (locked?.payment.state !== 'paying') return false
  const failure = 'No answer from the channel'
  await tx.update(paymentRows).set({ state: 'fail', failure }).where(eq(paymentRows.id, id))
  await failed(tx, locked, { ...cause, reason: failure }, ground)
  return true
}
