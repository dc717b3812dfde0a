import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { assessCredit, expireCredit } from './assess.ts'
import { creditRules } from './port.ts'
import { creditAssessmentRows } from './store.ts'

type Id = IdOf<'customer'>
const atOnce = 500

/**
 * Ends limits whose last day has passed, and assesses whom nobody has assessed yet. Days without a run are caught up;
 * running it again does nothing.
 */
export const renewCredit: TaskRunner = (app) => {
  const now = app.clock.now()
  const context = { now, today: today(app.clock, now), app }
  const expired = lt(customerRows.limitExpiresOn, context.today)
  const assessed = sql`exists (select from ${creditAssessmentRows} c where c.customer_id = ${customerRows.id})`
  const due = or(expired, and(eq(customerRows.credit, 'toCredit'), eq(customerRows.kyc, 'done'), sql`not ${assessed}`))
  const next = async (db: Db, after: Id | null): Promise<Id[]> => {
    const behind = after ? gt(customerRows.id, after) : undefined
    const found = await db
      .select({ id: customerRows.id })
      .from(customerRows)
      .where(and(due, behind))
      .orderBy(asc(customerRows.id))
      .limit(atOnce)
    return found.map(({ id }) => id)
  }
  const one = async (id: Id) => async (tx: Db) =>
    (await expireCredit(id, { ...context, tx })) || (await assessCredit(id, 'nightly', { ...context, tx }))
  return forEachRow({ as: creditRules, next, one }, app)
}
