import { and, asc, eq, ne } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows, type StoredPayment } from '../store.ts'

/** A payment with its order, both locked. */
export interface LockedPayment {
  readonly loan: StoredLoan
  readonly payment: StoredPayment
}

/** Whether another payment of the order is under way. */
export async function othersPaying(tx: Db, { id, loanId }: Pick<StoredPayment, 'id' | 'loanId'>): Promise<boolean> {
  const others = and(eq(paymentRows.loanId, loanId), eq(paymentRows.state, 'paying'), ne(paymentRows.id, id))
  const [other] = await tx.select({ id: paymentRows.id }).from(paymentRows).where(others).limit(1)
  return other !== undefined
}

/** Reads a payment with its order, and keeps both from other writers; the order first, like everybody else. */
export async function lockPayment(tx: Db, id: StoredPayment['id']): Promise<LockedPayment | null> {
  const [known] = await tx.select({ loanId: paymentRows.loanId }).from(paymentRows).where(eq(paymentRows.id, id))
  const loan = known && (await lockLoan(tx, known.loanId))
  const [payment] = loan ? await tx.select().from(paymentRows).where(eq(paymentRows.id, id)).for('update') : []
  return loan && payment ? { loan, payment } : null
}

/** Says how much of a payment is more than anybody owes. */
export async function setUnapplied(tx: Db, id: StoredPayment['id'], unappliedMinor: number): Promise<void> {
  await tx.update(paymentRows).set({ unappliedMinor }).where(eq(paymentRows.id, id))
}

/** Says how much of a payment is fee and commission of an extension. */
export async function setExtensionPart(tx: Db, id: StoredPayment['id'], extensionMinor: number): Promise<void> {
  await tx.update(paymentRows).set({ extensionMinor }).where(eq(paymentRows.id, id))
}

/** A transfer that the bank has: when the money was there, and when that was written down, by whom. */
interface BankReceipt {
  readonly utr: string
  readonly valueAt: Date
  readonly bookedAt: Date
  readonly operator: string
}

/** Marks a payment as received, since the bank has its transfer. Answers it as it is then. */
export async function markReceived(
  tx: Db,
  id: StoredPayment['id'],
  { utr, valueAt, bookedAt, operator }: BankReceipt,
): Promise<StoredPayment> {
  const received = { state: 'success' as const, utr, completedAt: valueAt, bookedAt, operator, failure: null }
  const [row] = await tx.update(paymentRows).set(received).where(eq(paymentRows.id, id)).returning()
  return row!
}

/** Marks a payment as failed, for that reason. */
export async function markFailed(tx: Db, id: StoredPayment['id'], failure: string): Promise<void> {
  await tx.update(paymentRows).set({ state: 'fail', failure }).where(eq(paymentRows.id, id))
}

/** Every payment of an order, oldest first. */
export async function paymentsOf(tx: Db, loanId: IdOf<'loan'>) {
  const rows = await tx
    .select()
    .from(paymentRows)
    .where(eq(paymentRows.loanId, loanId))
    .orderBy(asc(paymentRows.createdAt), asc(paymentRows.id))
  return rows.map(({ id, amountMinor, currency, kind, channel, state, utr, createdAt, completedAt }) => {
    const times = { createdAt: toInstant(createdAt), completedAt: completedAt && toInstant(completedAt) }
    return { id, amount: ofMinor(amountMinor, currency), kind, channel, state, utr, ...times }
  })
}

/** Bulk insert of the payments of orders from elsewhere, and of what each plan got of them. */
export async function importPayments(
  tx: Db,
  payments: readonly (typeof paymentRows.$inferInsert)[],
  allocations: readonly (typeof allocationRows.$inferInsert)[],
): Promise<void> {
  await bulkInsert(tx, paymentRows, payments)
  await bulkInsert(tx, allocationRows, allocations)
}
