import { inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { paymentRows } from '../store.ts'

/** Erases the addresses that somebody has paid from; amounts, days and references of the bank stay. */
export async function erasePayers(tx: Db, loans: readonly IdOf<'loan'>[]): Promise<void> {
  await tx
    .update(paymentRows)
    .set({ upi: null })
    .where(inArray(paymentRows.loanId, [...loans]))
}
