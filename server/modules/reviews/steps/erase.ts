import { inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { reviewRows } from '../store.ts'

/** Erases what reviewers have remarked of people, by their orders. */
export async function eraseRemarks(tx: Db, loans: readonly IdOf<'loan'>[]): Promise<void> {
  await tx
    .update(reviewRows)
    .set({ remark: null })
    .where(inArray(reviewRows.loanId, [...loans]))
}
