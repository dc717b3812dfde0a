import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { aiTargetRows, aiTaskRows, type StoredAiTarget, type StoredAiTask } from '../store.ts'

/** A task, locked: its calls are begun and counted one after the other. */
export async function lockTask(tx: Db, id: IdOf<'aiTask'>): Promise<StoredAiTask | undefined> {
  const [task] = await tx.select().from(aiTaskRows).where(eq(aiTaskRows.id, id)).for('update')
  return task
}

/** Condition: the row of somebody whom a task calls. */
export const targetIs = ({ taskId, loanId }: Pick<StoredAiTarget, 'taskId' | 'loanId'>) =>
  and(eq(aiTargetRows.taskId, taskId), eq(aiTargetRows.loanId, loanId))
