import { eq } from 'drizzle-orm'
import type { Db } from '#server/kernel/database.ts'
import { loanRows } from './store.ts'

type Stored = typeof loanRows.$inferSelect

/** Says until when the oldest instalment of a locked order should be paid, and when the last one was. */
export async function setDue(tx: Db, id: Stored['id'], due: Pick<Stored, 'dueDate' | 'closedAt'>): Promise<void> {
  await tx.update(loanRows).set(due).where(eq(loanRows.id, id))
}
