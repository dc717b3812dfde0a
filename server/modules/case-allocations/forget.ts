import { inArray, type SQL } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import {
  allocationPersonRows,
  allocationShareRows,
  allocationStageRows,
  caseAllocationRows,
  caseAssignmentRows,
} from './store.ts'

/** Deletes caseAllocations with everything that was written down of them. */
export async function forgetAllocations(tx: Db, which: SQL): Promise<void> {
  const gone = await tx.delete(caseAllocationRows).where(which).returning({ id: caseAllocationRows.id })
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  for (const table of [allocationStageRows, allocationShareRows, allocationPersonRows, caseAssignmentRows]) {
    await tx.delete(table).where(inArray(table.allocationId, ids))
  }
}
