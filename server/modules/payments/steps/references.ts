import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { paymentRows } from '../store.ts'

/** Of all who want to use one UTR at once, one goes on, and the others see that it is used. */
const utrLock = 46

/**
 * The reference of a transfer counts for one payment only.
 * @throws Refusal `utr_used`, with the payment that it belongs to.
 */
export async function mustBeNewUtr(tx: Db, utr: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${utr}, ${utrLock}))`)
  const used = and(eq(paymentRows.utr, utr), eq(paymentRows.state, 'success'))
  const [known] = await tx.select({ id: paymentRows.id }).from(paymentRows).where(used)
  if (known) throw new Refusal('utr_used', { payment: known.id }, { field: 'utr' })
}
