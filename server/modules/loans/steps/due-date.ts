import { eq } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import type { StoredLoan } from '../store.ts'

/** Says until when the oldest instalment of a locked order should be paid, and when the last one was. */
export async function setDue(
  tx: Db,
  id: StoredLoan['id'],
  due: Pick<StoredLoan, 'dueDate' | 'closedAt'>,
): Promise<void> {
  await tx.update(loanRows).set(due).where(eq(loanRows.id, id))
}
