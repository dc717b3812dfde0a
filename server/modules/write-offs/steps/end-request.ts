import { and, eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { WriteOffEnding } from '#contract/write-offs.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { writeOffRows } from '../store.ts'

/** An order asks for nothing more, so that nobody needs to decide any more what settles it. */
export async function endWriteOffRequest(tx: Db, loanId: IdOf<'loan'>, at: Date): Promise<void> {
  const open = and(eq(writeOffRows.loanId, loanId), eq(writeOffRows.state, 'pending'))
  const settled = sql`not exists (select from plans where plans.loan_id = ${loanId} and plans.state = 'open')`
  await tx
    .update(writeOffRows)
    .set({ state: 'rejected', auditedAt: at, note: 'orderSettled' satisfies WriteOffEnding })
    .where(and(open, settled))
}
