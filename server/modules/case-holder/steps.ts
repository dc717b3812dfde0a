import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { caseHoldingRows } from './store.ts'

/** What gave cases to whoever had them last is undone: they never came to them. */
export async function undoArrivals(tx: Db, cases: readonly IdOf<'case'>[]): Promise<void> {
  await tx.execute(sql`update ${caseHoldingRows} set is_arrival = false, is_first = false
    where id = any(array(select max(h.id) from ${caseRows} c
      join ${caseHoldingRows} h on h.loan_id = c.loan_id and h.case_id = c.id and h.until_at is not null
      where c.id = any(${sql.param([...cases])}::text[]) group by c.id))`)
}
