import { and, desc, eq, isNull } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { callRows } from '../store.ts'

/** Calls that a result may be of: those of somebody about a case, or those about an order and no debt, whoever made them. */
type CallsOf = { readonly caseId: IdOf<'case'>; readonly staffId: IdOf<'staff'> } | { readonly loanId: IdOf<'loan'> }

/** Notes of the last of these calls whether anybody was spoken to, unless its dialler has said so. */
export async function recordResult(tx: Db, of: CallsOf, connected: boolean): Promise<void> {
  const theirs =
    'caseId' in of
      ? and(eq(callRows.caseId, of.caseId), eq(callRows.staffId, of.staffId))
      : and(eq(callRows.loanId, of.loanId), isNull(callRows.caseId))
  const [last] = await tx
    .select({ id: callRows.id, connected: callRows.connected })
    .from(callRows)
    .where(and(theirs, eq(callRows.way, 'phone'), eq(callRows.direction, 'out')))
    .orderBy(desc(callRows.beganAt), desc(callRows.id))
    .limit(1)
  if (last?.connected === null) await tx.update(callRows).set({ connected }).where(eq(callRows.id, last.id))
}
