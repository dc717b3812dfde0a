import { inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { conductCheckRows } from './store.ts'

/** Erases what inspectors and managers have remarked of calls with people, by their orders. */
export async function eraseCheckRemarks(tx: Db, loans: readonly IdOf<'loan'>[]): Promise<void> {
  await tx
    .update(conductCheckRows)
    .set({ remark: null, appealReason: null, appealRemark: null })
    .where(inArray(conductCheckRows.loanId, [...loans]))
}
