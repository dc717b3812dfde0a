import type { IdOf, Money } from '#contract/kernel/values.ts'
import type { LoanState } from '#contract/loans/flow.ts'
import { settling } from '#contract/loans/flow.ts'
import type { Context } from '#server/kernel/implement.ts'
import { closeCase } from '#server/modules/cases/steps.ts'
import { blacklist } from '#server/modules/customers/steps.ts'
import { goOn } from '#server/modules/extensions/pricing.ts'
import { addExtension, expireOffers } from '#server/modules/extensions/steps.ts'
import { type Cause, move } from '#server/modules/loans/steps.ts'
import type { Loan } from '#server/modules/payments/apply.ts'
import { takeExtension, takePayment } from '#server/modules/payments/steps.ts'
import { giveUp, lockPlans } from '#server/modules/plans/entries.ts'
import type { Measured, Received } from './measure.ts'

/** What a write-off came to. */
export interface Effect {
  readonly resultState: LoanState
  readonly lossMinor: number
  readonly paymentId: IdOf<'payment'> | null
  readonly childId: IdOf<'loan'> | null
}

/** Money that came in, as a payment has it; without a day, now. */
export type Slip = { readonly [Name in Exclude<keyof Received, 'amount' | 'repaidOn'>]: Received[Name] | null } & {
  readonly amountMinor: number
}

const receiptOf = ({ amountMinor, channel, bankCode, utr, upi }: Slip, valueAt: Date, operator: string) =>
  ({ amountMinor, kind: 'writeOff', channel: channel ?? 'offline', bankCode, utr, upi, valueAt, operator }) as const

/** Who did it, when and why, as the order's log has it. */
const causeOf = ({ actor, now, requestId }: Context, reason: string | null): Cause => ({
  ...{ actor: actor.name, now, requestId, reason },
})

/** Takes all that is owed, or a part of it. */
export async function settlePaid(loan: Loan, slip: Slip, measured: Measured, context: Context & Why): Promise<Effect> {
  const { tx, ground, actor, reason } = context
  const receipt = receiptOf(slip, measured.valueAt, actor.name)
  const { paymentId, settled, reducedMinor } = await takePayment(tx, loan, receipt, ground)
  const event = settled ? settling('writeOffFull', reducedMinor) : 'writeOffPartial'
  const resultState = await move(tx, loan, event, causeOf(context, reason))
  return { resultState, lossMinor: 0, paymentId, childId: null }
}

/** Takes the price of an extension: the debt lives on in another order. */
export async function settleExtended(
  loan: Loan,
  slip: Slip,
  measured: Measured,
  context: Context & Why,
): Promise<Effect> {
  const { tx, ground, actor, reason } = context
  const { arrears, feeMinor, commissionMinor, child } = measured.price!
  const receipt = receiptOf(slip, measured.valueAt, actor.name)
  const priced = { ...receipt, arrears, extensionMinor: feeMinor + commissionMinor }
  const { paymentId } = await takeExtension(tx, loan, priced, ground)
  const cause = causeOf(context, reason)
  const childId = await goOn(tx, loan, { child, event: 'writeOffRollover', cause }, ground)
  await expireOffers(tx, loan.id)
  const done = { childId, paymentId, paidAt: measured.valueAt }
  await addExtension(tx, loan, measured.price!, { ...context, state: 'done', source: 'rollover', done })
  return { resultState: 80, lossMinor: 0, paymentId, childId }
}

interface Why {
  readonly reason: string | null
}
interface Ending extends Why {
  readonly event: 'writeOffOperational' | 'writeOffBatch'
  readonly blacklist: boolean
}

/** Takes what came in, where something did, and gives the rest up. */
export async function giveUpRest(
  loan: Loan,
  slip: Slip,
  measured: Measured,
  context: Context & Ending,
): Promise<Effect> {
  const { tx, ground, actor, now, event, reason } = context
  const receipt = receiptOf(slip, measured.valueAt, actor.name)
  const taken = slip.amountMinor > 0 ? await takePayment(tx, loan, receipt, ground) : null
  const lossMinor = await giveUp(tx, await lockPlans(tx, loan.id), now)
  const resultState = await move(tx, loan, event, {
    ...causeOf(context, reason),
    along: { dueDate: null, closedAt: now },
  })
  await closeCase(tx, loan.id, 'writtenOff', now)
  if (context.blacklist) await blacklist(tx, loan.customerId)
  return { resultState, lossMinor, paymentId: taken?.paymentId ?? null, childId: null }
}

/** An amount, or none. */
export const minorOf = (amount: Money | undefined): number => amount?.minor ?? 0
