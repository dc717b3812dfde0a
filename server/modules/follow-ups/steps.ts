import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { followUpRows, numberMarkRows } from './store.ts'

/** Erases by which numbers somebody was contacted, and what was remarked; that they were, and what came of it, stays. */
export async function eraseFollowUps(tx: Db, customerId: IdOf<'customer'>): Promise<void> {
  await tx
    .update(followUpRows)
    .set({ phoneTail: '', phoneMark: '', remark: '–' })
    .where(eq(followUpRows.customerId, customerId))
  await tx.delete(numberMarkRows).where(eq(numberMarkRows.customerId, customerId))
}
