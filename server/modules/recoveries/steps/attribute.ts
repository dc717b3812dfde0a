import { and, eq, inArray } from 'drizzle-orm'
import { commissionOf, holdingAt } from '#contract/attribution.ts'
import { businessDate, daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { caseHoldingRows } from '#server/modules/case-holder/store.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import type { StoredPlan } from '#server/modules/plans/store.ts'
import { rateFor } from '#server/modules/units/steps.ts'
import { recoveryDisputeRows, recoveryRows } from '../store.ts'
import { addRecoveries, takingBack } from './rows.ts'

type Clocked = Pick<AppContext, 'clock'>
type PaymentId = IdOf<'payment'>

/** Money that has just been used for an order. */
interface UsedMoney {
  readonly paymentId: PaymentId
  /** When it was there. */
  readonly valueAt: Date
  /** More than was owed: nobody has recovered it. */
  readonly unappliedMinor: number
  /** The instalments of the order as it has left them. */
  readonly plans: readonly StoredPlan[]
}

const reducedOf = (plan: StoredPlan): number =>
  plan.reducedPenalty + plan.reducedFee + plan.reducedInterest + plan.reducedPrincipal

/** What money was used for, since when that was due, and what was let off of the instalments that it has settled. */
async function usedFor(tx: Db, { paymentId, valueAt, unappliedMinor, plans }: UsedMoney) {
  const [[payment], shares] = await Promise.all([
    tx.select().from(paymentRows).where(eq(paymentRows.id, paymentId)),
    tx.select().from(allocationRows).where(eq(allocationRows.paymentId, paymentId)),
  ])
  const sum = (of: (share: (typeof shares)[number]) => number) => shares.reduce((all, share) => all + of(share), 0)
  const paid = {
    ...{ penaltyMinor: sum(({ paidPenalty }) => paidPenalty), feeMinor: sum(({ paidFee }) => paidFee) },
    ...{ interestMinor: sum((one) => one.paidInterest), principalMinor: sum((one) => one.paidPrincipal) },
  }
  const theirs = plans.filter(({ id }) => shares.some(({ planId }) => planId === id))
  const settled = theirs.filter(({ settledAt }) => settledAt?.getTime() === valueAt.getTime())
  const amountMinor = payment!.amountMinor - unappliedMinor
  return {
    ...{ ...paid, amountMinor, reducedMinor: settled.reduce((all, plan) => all + reducedOf(plan), 0) },
    extensionMinor: amountMinor - paid.penaltyMinor - paid.feeMinor - paid.interestMinor - paid.principalMinor,
    dueDate: theirs.map(({ dueDate }) => dueDate).toSorted()[0],
  }
}

/**
 * Credits money that was used for a locked order to whoever had its case at the value time, in the stage and at the rate of
 * that moment. Where nobody had it, nothing is written.
 */
export async function attributePayment(tx: Db, loan: StoredLoan, money: UsedMoney, { clock }: Clocked): Promise<void> {
  const holdings = await tx.select().from(caseHoldingRows).where(eq(caseHoldingRows.loanId, loan.id))
  const { paymentId, valueAt } = money
  const holding = holdingAt(holdings, valueAt)
  if (!holding) return
  const { dueDate, ...used } = await usedFor(tx, money)
  if (used.amountMinor <= 0) return
  const { caseId, stage, collectorId, groupId, agencyId, unitPath } = holding
  const day = businessDate(toInstant(valueAt), clock.country)
  const ratePpm = await rateFor(tx, { agencyId, stage, day })
  await addRecoveries(
    tx,
    [
      {
        ...{
          state: 'attributed',
          entry: 'payment',
          paymentId,
          loanId: loan.id,
          caseId,
          stage,
          currency: loan.currency,
        },
        ...{ overdueDays: daysBetween(dueDate ?? loan.dueDate ?? day, day), paidAt: valueAt, ...used },
        ...{ collectorId, groupId, agencyId, unitPath, ratePpm },
        commissionMinor: commissionOf(used.amountMinor, ratePpm ?? 0),
      },
    ],
    { clock },
  )
}

/** Takes back what was credited of a payment that has bounced, from whoever has it by now; what was disputed of it is over. */
export async function reverseRecoveries(
  tx: Db,
  { paymentId, contraId }: Readonly<Record<'paymentId' | 'contraId', PaymentId>>,
  { clock }: Clocked,
): Promise<void> {
  const standing = and(eq(recoveryRows.paymentId, paymentId), inArray(recoveryRows.state, ['attributed', 'disputed']))
  const rows = await tx.update(recoveryRows).set({ state: 'reversed' }).where(standing).returning()
  if (rows.length === 0) return
  const reversal = { state: 'reversed', entry: 'reversal', paymentId: contraId } as const
  await addRecoveries(
    tx,
    rows.map((row) => takingBack(row, reversal)),
    { clock },
  )
  const ids = rows.map(({ id }) => id)
  const pending = and(inArray(recoveryDisputeRows.recoveryId, ids), eq(recoveryDisputeRows.state, 'pending'))
  await tx.update(recoveryDisputeRows).set({ state: 'overtaken', decidedAt: clock.now() }).where(pending)
}
