import { and, eq, gt, ne } from 'drizzle-orm'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import { quote } from '#contract/loans/quote.ts'
import type { Payment } from '#contract/payments.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Call, Refusal } from '#server/kernel/implement.ts'
import { holderOf } from '#server/modules/cases/holder.ts'
import { openCases } from '#server/modules/cases/steps.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { uncountDone } from '#server/modules/customers/steps.ts'
import { setDue } from '#server/modules/loans/due.ts'
import { move } from '#server/modules/loans/steps.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { restorePenalties } from '#server/modules/plans/backdate.ts'
import { lockPlans, oldestDue, takeBack } from '#server/modules/plans/entries.ts'
import { mustBeAnothers } from '#server/modules/staff/two-people.ts'
import { booksOf } from './apply.ts'
import { lockPayment, type Paying } from './resolve.ts'
import { allocationRows, paymentRows, reversalRows } from './store.ts'

type Asking = Call<never, Payment>

/** Whether it has ended its order before the term: that has changed what was charged, and stays. */
async function endedEarly(tx: Db, { loan, payment }: Paying): Promise<boolean> {
  if (payment.kind !== 'early') return false
  const plans = await lockPlans(tx, loan.id)
  const chargedMinor = plans.reduce(
    (all, plan) => all + plan.chargedPrincipal + plan.chargedInterest + plan.chargedFee,
    0,
  )
  return loan.kind === 'extension' || chargedMinor !== quote(loan.amountMinor, loan.terms).dueMinor
}

/** Whether a coupon was used with it. */
async function hasCoupon(tx: Db, { payment: { linkId } }: Paying): Promise<boolean> {
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
async function mustBeReversible(tx: Db, paying: Paying): Promise<void> {
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
const touch = (tx: Db, id: IdOf<'payment'>) =>
  tx.update(paymentRows).set({ failure: null }).where(eq(paymentRows.id, id))

/** Writes down that a payment has bounced. */
export async function askReversal(reason: string, { tx, row, actor, now }: Asking): Promise<void> {
  await mustBeReversible(tx, (await lockPayment(tx, row.id))!)
  const asked = { paymentId: row.id, state: 'asked' as const, reason, makerId: actor.id, askedAt: now }
  await tx.insert(reversalRows).values(asked)
  await touch(tx, row.id)
}

/** Leaves a payment as it is. */
export async function keep(call: Asking): Promise<void> {
  const { tx, row, actor } = call
  mustBeAnothers({ row: { maker: row.reversalBy! }, actor }) // whoever has asked is known
  await tx.delete(reversalRows).where(eq(reversalRows.paymentId, row.id))
  await touch(tx, row.id)
}

/** The payment of less than nothing that takes another back: for the day that one counted for. */
async function addContra(
  tx: Db,
  { loan, payment }: Paying,
  { actor, now, today: day }: Asking,
): Promise<IdOf<'payment'>> {
  const id = await newId(tx, 'payment', day)
  const { loanId, currency, channel, completedAt, amountMinor } = payment
  await tx.insert(paymentRows).values({
    ...{ id, loanId, currency, channel, completedAt, createdAt: now, operator: actor.name, ...holderOf(loan) },
    ...{ kind: 'reversal', state: 'success', amountMinor: -amountMinor },
  })
  return id
}

/** Takes back what each plan got of a payment, and charges the days since as if it had never been there. */
async function takeAllBack(tx: Db, { loan, payment }: Paying, contraId: IdOf<'payment'>, { ground }: Asking) {
  const { country } = ground.clock
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
    const open = await takeBack(tx, plan, { penalty, fee, interest, principal })
    await restorePenalties(tx, open, { paymentId: contraId, day }, { penalty: loan.terms.penalty, country })
  }
}

/** Takes a payment back that has bounced: the order it has settled is owed again, and nothing is deleted. */
export async function reverse(call: Asking): Promise<void> {
  const { tx, row, actor, now, ground, requestId } = call
  mustBeAnothers({ row: { maker: row.reversalBy! }, actor }) // whoever has asked is known
  const paying = (await lockPayment(tx, row.id))!
  await mustBeReversible(tx, paying)
  const { loan } = paying
  const contraId = await addContra(tx, paying, call)
  await takeAllBack(tx, paying, contraId, call)
  await booksOf(tx, loan, now, ground)
  const dueDate = oldestDue(await lockPlans(tx, loan.id))!
  await setDue(tx, loan.id, { dueDate, closedAt: null })
  const day = today(ground.clock, now)
  const late = overdueDays(dueDate, day)
  const cause = { actor: actor.name, now, requestId, reason: `${row.id}: ${row.reversalReason}` }
  await move(tx, loan, late > 0 ? 'reverseOverdue' : 'reverseDue', cause)
  if (late > 0) await openCases(tx, [{ loanId: loan.id, overdueDays: late }], { day, at: now })
  await uncountDone(tx, loan.customerId)
  await tx.update(reversalRows).set({ state: 'done', contraId }).where(eq(reversalRows.paymentId, row.id))
  await touch(tx, row.id)
}
