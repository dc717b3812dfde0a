import type { LocalDate } from '#contract/kernel/values.ts'
import { utrAccepted } from '#contract/loans/write-off.ts'
import type { Payment } from '#contract/payments.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { receiveUnmatched } from '#server/modules/settlements/steps.ts'
import { assignLineToPayment, mustBeFreeLine, mustBeReadByAnother } from '#server/modules/statements/steps.ts'
import { lockPayment } from './steps/payments.ts'
import { valueDateOn } from './steps/value-date.ts'

/** What somebody has found at the bank. */
export interface BankFinding {
  readonly customerId: string
  readonly paymentId: string
  readonly utr: string
  readonly paidOn?: LocalDate | undefined
}

/**
 * Takes a payment as made, by hand: whoever does so names customer, payment and UTR, and a statement of the bank that
 * somebody else has read has that transfer; it counts for the day that the bank booked it. Without one, a write-off takes
 * the money, which a second person passes.
 */
export async function reconcile(found: BankFinding, call: Call<never, Payment>): Promise<void> {
  const { tx, row, actor, app } = call
  if (found.customerId !== row.customerId) throw new Refusal('customer_differs', undefined, { field: 'customerId' })
  if (found.paymentId !== row.id) throw new Refusal('payment_differs', undefined, { field: 'paymentId' })
  const accepted = utrAccepted(found.utr, row.amount.minor)
  if (!accepted.ok) throw new Refusal(accepted.fault, accepted.values, { field: 'utr' })
  const { loan } = (await lockPayment(tx, row.id))!
  const line = await mustBeFreeLine(tx, { utr: found.utr, amount: row.amount })
  await mustBeReadByAnother(tx, line, actor)
  if (found.paidOn && found.paidOn !== line.bookedOn)
    throw new Refusal('line_day', { day: line.bookedOn }, { field: 'paidOn' })
  const valueAt = valueDateOn(line.bookedOn, loan, app, 'utr')
  await assignLineToPayment(tx, line.id, { paymentId: row.id, loanId: loan.id })
  const receipt = { utr: found.utr, valueAt, operator: actor.name, reason: `UTR ${found.utr}` }
  await receiveUnmatched(tx, row.id, receipt, app)
}
