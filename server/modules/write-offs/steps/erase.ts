import { inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { writeOffRows } from '../store.ts'

/** Erases the addresses that money came from past the channels. */
export async function eraseWriteOffPayers(tx: Db, loans: readonly IdOf<'loan'>[]): Promise<void> {
  await tx
    .update(writeOffRows)
    .set({ upi: null })
    .where(inArray(writeOffRows.loanId, [...loans]))
}
