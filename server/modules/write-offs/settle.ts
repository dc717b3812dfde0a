import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, Money } from '#contract/kernel/values.ts'
import { type LoanState, settlementEvent } from '#contract/loans/flow.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { listCustomer } from '#server/modules/blacklist/steps.ts'
import { closeCase } from '#server/modules/cases/steps/cases.ts'
import { addExtension, expireOffers } from '#server/modules/extensions/steps/offers.ts'
import { closeAndOpenChild } from '#server/modules/extensions/steps/pricing.ts'
import { cureArrears } from '#server/modules/loans/steps/overdue.ts'
import { causeOf, transition } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { takeExtension, takePayment } from '#server/modules/payments/steps/take-payment.ts'
import { bookLosses, lockPlans } from '#server/modules/plans/steps/plan-ledger.ts'
import type { Measured, Received } from './measure.ts'

/** What a write-off came to. */
export interface Effect {
  readonly resultState: LoanState
  readonly lossMinor: number
  readonly paymentId: IdOf<'payment'> | null
  readonly childId: IdOf<'loan'> | null
}

/** Money that came in, as a payment has it; without a day, now. */
export type TransferDetails = {
  readonly [Name in Exclude<keyof Received, 'amount' | 'repaidOn'>]: Received[Name] | null
} & {
  readonly amountMinor: number
}

const receiptOf = ({ amountMinor, channel, bankCode, utr, upi }: TransferDetails, valueAt: Date, operator: string) =>
  ({ amountMinor, kind: 'writeOff', channel: channel ?? 'offline', bankCode, utr, upi, valueAt, operator }) as const

/** Takes all that is owed, or a part of it. */
export async function settlePaid(
  loan: StoredLoan,
  slip: TransferDetails,
  measured: Measured,
  context: Context & WriteOffReason,
): Promise<Effect> {
  const { tx, app, actor, reason } = context
  const receipt = receiptOf(slip, measured.valueAt, actor.name)
  const { paymentId, settled, reducedMinor } = await takePayment(tx, loan, receipt, app)
  const event = settled ? settlementEvent('writeOffFull', reducedMinor) : 'writeOffPartial'
  const cause = causeOf(context, reason)
  const state = await transition(tx, loan, event, cause)
  const resultState = settled ? state : await cureArrears(tx, loan.id, cause, app)
  return { resultState, lossMinor: 0, paymentId, childId: null }
}

/** Takes the price of an extension: the debt lives on in another order. */
export async function settleExtended(
  loan: StoredLoan,
  slip: TransferDetails,
  measured: Measured,
  context: Context & WriteOffReason,
): Promise<Effect> {
  const { tx, app, actor, now, reason } = context
  const { arrears, feeMinor, commissionMinor, child } = measured.price!
  const receipt = receiptOf(slip, measured.valueAt, actor.name)
  const priced = { ...receipt, arrears, extensionMinor: feeMinor + commissionMinor }
  const { paymentId } = await takeExtension(tx, loan, priced, app)
  const cause = causeOf(context, reason)
  const childId = await closeAndOpenChild(tx, loan, { child, event: 'writeOffRollover', cause }, app)
  await expireOffers(tx, loan.id, now)
  const done = { childId, paymentId, paidAt: measured.valueAt }
  await addExtension(tx, loan, measured.price!, { ...context, state: 'done', source: 'rollover', done })
  return { resultState: 80, lossMinor: 0, paymentId, childId }
}

interface WriteOffReason {
  readonly reason: string | null
}
interface LossArgs extends WriteOffReason {
  readonly event: 'writeOffOperational' | 'writeOffBatch'
  readonly blacklist: boolean
}

/** Takes what came in, where something did, and gives the rest up. */
export async function writeOffRest(
  loan: StoredLoan,
  slip: TransferDetails,
  measured: Measured,
  context: Context & LossArgs,
): Promise<Effect> {
  const { tx, app, actor, now, event, reason } = context
  const receipt = receiptOf(slip, measured.valueAt, actor.name)
  const taken = slip.amountMinor > 0 ? await takePayment(tx, loan, receipt, app) : null
  const lossMinor = await bookLosses(tx, await lockPlans(tx, loan.id), now)
  context.effect('loss', ofMinor(lossMinor, loan.currency))
  const resultState = await transition(tx, loan, event, {
    ...causeOf(context, reason),
    along: { dueDate: null, closedAt: now },
  })
  await closeCase(tx, loan.id, 'writtenOff', now)
  if (context.blacklist) {
    await listCustomer(loan.customerId, { source: 'writeOff', reason: reason ?? 'writtenOff' }, context)
  }
  return { resultState, lossMinor, paymentId: taken?.paymentId ?? null, childId: null }
}

/** An amount, or none. */
export const minorOf = (amount: Money | undefined): number => amount?.minor ?? 0
