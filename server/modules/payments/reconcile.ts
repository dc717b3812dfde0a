import { eq } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { isLive } from '#contract/loans/flow.ts'
import { utrAccepted } from '#contract/loans/write-off.ts'
import type { Payment } from '#contract/payments.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { type Call, Refusal } from '#server/kernel/implement.ts'
import { booksOf } from './apply.ts'
import { lockPayment, type Paying, type Stored, succeeded } from './resolve.ts'
import { mustBeNewUtr } from './steps.ts'
import { paymentRows } from './store.ts'
import { valueAtOn } from './value-at.ts'

/** What somebody has found at the bank. */
export interface Found {
  readonly customerId: string
  readonly paymentId: string
  readonly utr: string
  readonly paidOn?: LocalDate | undefined
}

/** By hand nobody takes more than is owed, nor anything for an order that is closed. */
async function mustBeOwed(tx: Db, { loan, payment }: Paying, valueAt: Date, ground: Ground): Promise<void> {
  const { amountMinor } = payment
  if (!isLive(loan.state)) throw new Refusal('order_closed', undefined, { field: 'paymentId' })
  const mostMinor = repayable((await booksOf(tx, loan, valueAt, ground)).asked)
  if (amountMinor <= mostMinor) return
  throw new Refusal('more_than_repayable', { repayable: ofMinor(mostMinor, loan.currency) }, { field: 'paymentId' })
}

/** A payment of which the bank knows better than the channel: it is there, under this UTR, since then. */
export interface Turned {
  readonly utr: string
  readonly valueAt: Date
  readonly operator: string
  readonly reason: string
}

/**
 * Takes a payment as made because its transfer was found.
 * @throws Refusal `utr_used`, `order_closed`, `more_than_repayable`.
 */
export async function turnUp(
  tx: Db,
  id: Stored['id'],
  { utr, valueAt, operator, reason }: Turned,
  ground: Ground,
): Promise<void> {
  const { loan, payment } = (await lockPayment(tx, id))!
  await mustBeNewUtr(tx, utr)
  await mustBeOwed(tx, { loan, payment }, valueAt, ground)
  const made = { state: 'success' as const, utr, completedAt: valueAt, operator, failure: null }
  const [row] = await tx.update(paymentRows).set(made).where(eq(paymentRows.id, id)).returning()
  await succeeded(tx, { loan, payment: row! }, { actor: operator, now: ground.clock.now(), reason }, ground)
}

/** Takes a payment as made, by hand: whoever does so names customer, payment and UTR. */
export async function reconcile(found: Found, call: Call<never, Payment>): Promise<void> {
  const { tx, row, actor, ground } = call
  if (found.customerId !== row.customerId) throw new Refusal('customer_differs', undefined, { field: 'customerId' })
  if (found.paymentId !== row.id) throw new Refusal('payment_differs', undefined, { field: 'paymentId' })
  const accepted = utrAccepted(found.utr, row.amount.minor)
  if (!accepted.ok) throw new Refusal(accepted.fault, accepted.values, { field: 'utr' })
  const { loan } = (await lockPayment(tx, row.id))!
  const valueAt = valueAtOn(found.paidOn, loan, ground)
  const told = { utr: found.utr, valueAt, operator: actor.name, reason: `UTR ${found.utr}` }
  await turnUp(tx, row.id, told, ground)
}
