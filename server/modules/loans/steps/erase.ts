import { eq, inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { decisionRows, loanRows } from '../store.ts'

/** Erases of somebody's orders what they were applied for on and what reviewers remarked. Answers the orders. */
export async function eraseLoans(tx: Db, customerId: IdOf<'customer'>): Promise<IdOf<'loan'>[]> {
  const rows = await tx
    .update(loanRows)
    .set({ device: null })
    .where(eq(loanRows.customerId, customerId))
    .returning({ id: loanRows.id })
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.update(decisionRows).set({ remark: null }).where(inArray(decisionRows.loanId, ids))
  return ids
}
