import { bulkInsert } from '#server/kernel/base/bulk-insert.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { loanRows, loanStateRows } from '../store.ts'

/**
 * Bulk insert of orders from elsewhere, with every transition that they made there, past the steps that other orders take:
 * what is long over is subject to none of their guards.
 */
export async function importLoans(
  tx: Db,
  loans: readonly (typeof loanRows.$inferInsert)[],
  transitions: readonly (typeof loanStateRows.$inferInsert)[],
): Promise<void> {
  await bulkInsert(tx, loanRows, loans)
  await bulkInsert(tx, loanStateRows, transitions)
}
