import { inArray } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { allocationCreditRows } from './store.ts'

/** Forgets what is owed to units, in every stage: they have been given other weights, or stand elsewhere. */
export async function forgetCredits(tx: Db, units: readonly IdOf<'unit'>[]): Promise<void> {
  await tx.delete(allocationCreditRows).where(inArray(allocationCreditRows.unitId, [...units]))
}
