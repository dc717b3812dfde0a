import { and, eq, inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { proofImageRows, proofRows } from './store.ts'

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

/** Erases the pictures of transfers that somebody has handed in, and the addresses they came from. */
export async function eraseProofs(tx: Db, loans: readonly IdOf<'loan'>[]): Promise<void> {
  const theirs = inArray(proofRows.loanId, [...loans])
  const rows = await tx.update(proofRows).set({ upi: '' }).where(theirs).returning({ id: proofRows.id })
  const ids = rows.map(({ id }) => id)
  await tx.delete(proofImageRows).where(inArray(proofImageRows.proofId, ids))
}
