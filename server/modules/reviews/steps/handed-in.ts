import { and, eq, inArray, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { reviewRows } from '../store.ts'

/**
 * Counts up the version of the review that a customer is in, whose evidence is another now: whoever is at it sees it at
 * once, and decides nothing on what they have seen before. @returns the app of the order; none where nobody reviews them.
 */
export async function noteHandedIn(tx: Db, customerId: IdOf<'customer'>): Promise<string | undefined> {
  const [order] = await tx
    .select({ id: loanRows.id, app: loanRows.app })
    .from(loanRows)
    .where(and(eq(loanRows.customerId, customerId), eq(loanRows.state, loanCode.undecided)))
  if (!order) return undefined
  const open = inArray(reviewRows.state, ['unclaimed', 'manualCheck', 'toAudit', 'underReview', 'dataModifiable'])
  await tx
    .update(reviewRows)
    .set({ state: sql`state` }) // the trigger does the rest
    .where(and(eq(reviewRows.loanId, order.id), open))
  return order.app
}
