import { and, eq, inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { proofRows } from './store.ts'

/** Proofs of one transfer that nobody has decided on, the first one first. Locked. */
export const openProofsOf = (tx: Db, utr: string) =>
  tx
    .select()
    .from(proofRows)
    .where(and(eq(proofRows.utr, utr), inArray(proofRows.state, ['submitted', 'matched'])))
    .orderBy(proofRows.submittedAt, proofRows.id)
    .for('update')

/** The bank's statement has the transfer of a proof. */
export async function markMatched(
  tx: Db,
  id: IdOf<'proof'>,
  { by, at }: { readonly by: IdOf<'staff'>; readonly at: Date },
): Promise<void> {
  await tx.update(proofRows).set({ state: 'matched', handlerId: by, handledAt: at }).where(eq(proofRows.id, id))
}
