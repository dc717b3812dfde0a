import { and, desc, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { callRows } from '../store.ts'

/** Notes of the last call about an order whether anybody was spoken to, unless its dialler has said so. */
export async function recordResult(tx: Db, loanId: IdOf<'loan'>, connected: boolean): Promise<void> {
  const [last] = await tx
    .select({ id: callRows.id, connected: callRows.connected })
    .from(callRows)
    .where(and(eq(callRows.loanId, loanId), eq(callRows.way, 'phone')))
    .orderBy(desc(callRows.beganAt), desc(callRows.id))
    .limit(1)
  if (last?.connected === null) await tx.update(callRows).set({ connected }).where(eq(callRows.id, last.id))
}
