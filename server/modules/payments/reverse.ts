import { and, eq, gt, ne } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import type { Payment } from '#contract/payments.ts'
import { payment as paymentSubject } from '#contract/payments.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { caseHolderOf } from '#server/modules/case-holder/store.ts'
import { openCases, unsettleCase } from '#server/modules/cases/steps/cases.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { uncountRepaidLoan } from '#server/modules/customers/steps/customers.ts'
import { mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { setDue } from '#server/modules/loans/steps/due-date.ts'
import { transition } from '#server/modules/loans/steps/transition.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { restorePenalties } from '#server/modules/plans/steps/backdate.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { lockPlans, oldestDue, reversePaid } from '#server/modules/plans/steps/plan-ledger.ts'
import { settlePromises } from '#server/modules/promises/steps.ts'
import { reverseRecoveries } from '#server/modules/recoveries/steps/attribute.ts'
import { type LockedPayment, lockPayment } from './steps/payments.ts'
import { allocationRows, paymentRows, reversalRows } from './store.ts'

type PaymentCall = Call<never, Payment>

/** Whether it has ended its order before the term: that has changed what was charged, and stays. */
async function endedEarly(tx: Db, { loan, payment }: LockedPayment): Promise<boolean> {
  if (payment.kind !== 'early') return false
  const plans = await lockPlans(tx, loan.id)
  const chargedMinor = plans.reduce(
    (all, plan) => all + plan.chargedPrincipal + plan.chargedInterest + plan.chargedFee,
    0,
  )
  return loan.kind === 'extension' || chargedMinor !== quote(loan.amountMinor, loan.terms).dueMinor
}

/** Whether a coupon was used with it. */
async function hasCoupon(tx: Db, { payment: { linkId } }: LockedPayment): Promise<boolean> {
  if (!linkId) return false
  const used = and(eq(couponRows.linkId, linkId), eq(couponRows.state, 'used'))
  const [coupon] = await tx.select({ id: couponRows.id }).from(couponRows).where(used)
  return coupon !== undefined
}

/**
 * Whether a payment may be taken back: the business allows it, nothing else hangs on it, and its customer has not
 * borrowed again since.
 * @throws Refusal `reversal_off`, `not_reversible`, `newer_loan`.
 */
async function mustBeReversible(tx: Db, paying: LockedPayment): Promise<void> {
  const { loan, payment } = paying
  if (!(await parameter(tx, 'payment.reversal'))) throw new Refusal('reversal_off')
  if (payment.unappliedMinor > 0 || (await endedEarly(tx, paying)) || (await hasCoupon(tx, paying)))
    throw new Refusal('not_reversible')
  const since = gt(loanRows.appliedAt, loan.closedAt ?? payment.completedAt!)
  const newer = and(eq(loanRows.customerId, loan.customerId), ne(loanRows.id, loan.id), since)
  const [other] = await tx.select({ id: loanRows.id }).from(loanRows).where(newer).limit(1)
  if (other) throw new Refusal('newer_loan', { loan: other.id })
}

/** What hangs on a payment has changed: its version counts on, and whoever looks at it is told. */
const bumpVersion = (tx: Db, id: IdOf<'payment'>) =>
  tx.update(paymentRows).set({ failure: null }).where(eq(paymentRows.id, id))

/** Writes down that a payment has bounced. */
export async function askReversal(reason: string, { tx, row, actor, now }: PaymentCall): Promise<void> {
  await mustBeReversible(tx, (await lockPayment(tx, row.id))!)
  const asked = { paymentId: row.id, state: 'asked' as const, reason, makerId: actor.id, askedAt: now }
  await tx.insert(reversalRows).values(asked)
  await bumpVersion(tx, row.id)
}

/** Leaves a payment as it is. */
export async function keep(call: PaymentCall): Promise<void> {
  const { tx, row, actor } = call
  mustNotBeMaker({ row: { maker: row.reversalBy! }, actor }) // whoever has asked is known
  await tx.delete(reversalRows).where(eq(reversalRows.paymentId, row.id))
  await bumpVersion(tx, row.id)
}

/** The payment of less than nothing that takes another back: for the day that one counted for. */
async function addContra(
  tx: Db,
  { loan, payment }: LockedPayment,
  { actor, now, today: day }: PaymentCall,
): Promise<IdOf<'payment'>> {
  const id = await newId(tx, paymentSubject.ids, day)
  const { loanId, currency, channel, completedAt, amountMinor } = payment
  await tx.insert(paymentRows).values({
    ...{ id, loanId, currency, channel, completedAt, createdAt: now, operator: actor.name, ...caseHolderOf(loan) },
    ...{ kind: 'reversal', state: 'success', amountMinor: -amountMinor },
  })
  return id
}

/** Takes back what each plan got of a payment, and charges the days since as if it had never been there. */
async function reverseAllocations(
  tx: Db,
  { loan, payment }: LockedPayment,
  contraId: IdOf<'payment'>,
  { app }: PaymentCall,
) {
  const { country } = app.clock
  const shares = await tx.select().from(allocationRows).where(eq(allocationRows.paymentId, payment.id))
  const plans = await lockPlans(tx, loan.id)
  const day = businessDate(toInstant(payment.completedAt!), country)
  for (const {
    planId,
    paidPenalty: penalty,
    paidFee: fee,
    paidInterest: interest,
    paidPrincipal: principal,
  } of shares) {
    const back = { paidPenalty: -penalty, paidFee: -fee, paidInterest: -interest, paidPrincipal: -principal }
    await tx.insert(allocationRows).values({ paymentId: contraId, planId, ...back })
    const plan = plans.find(({ id }) => id === planId)!
    const open = await reversePaid(tx, plan, { penalty, fee, interest, principal })
    await restorePenalties(tx, open, { paymentId: contraId, day }, { penalty: loan.terms.penalty, country })
  }
}

/** Takes a payment back that has bounced: the order it has settled is owed again, and nothing is deleted. */
export async function reverse(call: PaymentCall): Promise<void> {
  const { tx, row, actor, now, app, requestId } = call
  mustNotBeMaker({ row: { maker: row.reversalBy! }, actor }) // whoever has asked is known
  const paying = (await lockPayment(tx, row.id))!
  await mustBeReversible(tx, paying)
  const { loan } = paying
  const contraId = await addContra(tx, paying, call)
  await reverseAllocations(tx, paying, contraId, call)
  await booksOf(tx, loan, now, app)
  const dueDate = oldestDue(await lockPlans(tx, loan.id))!
  await setDue(tx, loan.id, { dueDate, closedAt: null })
  const day = today(app.clock, now)
  const late = overdueDays(dueDate, day)
  await unsettleCase(tx, loan.id, day)
  const cause = { actor: actor.name, now, requestId, reason: `${row.id}: ${row.reversalReason}` }
  await transition(tx, loan, late > 0 ? 'reverseOverdue' : 'reverseDue', cause)
  // what is due today is reminded of again
  if (dueDate <= day) await openCases(tx, [{ loanId: loan.id, overdueDays: late }], { day, at: now })
  await uncountRepaidLoan(tx, loan.customerId, now)
  await tx.update(reversalRows).set({ state: 'done', contraId }).where(eq(reversalRows.paymentId, row.id))
  await settlePromises(tx, loan.id, app)
  await reverseRecoveries(tx, { paymentId: row.id, contraId }, app)
  await bumpVersion(tx, row.id)
}
