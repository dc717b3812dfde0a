import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { commissionStatementRows as rows } from './store.ts'

/** Nothing is disputed of a statement that is closed, nor while it is being closed. @throws Refusal `statement_closed`. */
export async function mustNotBeClosed(tx: Db, id: IdOf<'commissionStatement'>): Promise<void> {
  const [statement] = await tx.select({ state: rows.state }).from(rows).where(eq(rows.id, id)).for('share')
  if (statement?.state === 'closed') throw new Refusal('statement_closed')
}
