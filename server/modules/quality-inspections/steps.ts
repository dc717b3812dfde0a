import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Expression } from '#server/kernel/listing/column-mapping.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { qualityInspectionRows } from './store.ts'

/** Whether a review was drawn to be inspected. */
export const isSampled = (reviewId: Expression): SQL =>
  sql`exists (select from ${qualityInspectionRows} q where q.review_id = ${reviewId})`

/** Whether a decision about a customer was drawn to be inspected. */
export async function isCustomerSampled(tx: Db, customerId: IdOf<'customer'>): Promise<boolean> {
  const [one] = await tx
    .select({ id: qualityInspectionRows.id })
    .from(qualityInspectionRows)
    .innerJoin(loanRows, eq(loanRows.id, qualityInspectionRows.loanId))
    .where(eq(loanRows.customerId, customerId))
    .limit(1)
  return one !== undefined
}

/** Erases what inspectors and managers have remarked of people, by their orders. */
export async function eraseInspectionRemarks(tx: Db, loans: readonly IdOf<'loan'>[]): Promise<void> {
  await tx
    .update(qualityInspectionRows)
    .set({ remark: null, appealRemark: null })
    .where(inArray(qualityInspectionRows.loanId, [...loans]))
}
