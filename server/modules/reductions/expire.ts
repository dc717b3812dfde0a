import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { setReliefsOn } from '#server/modules/plans/steps/relief.ts'
import { markReductionUsed } from './steps.ts'
import { reductionRows } from './store.ts'

type Id = IdOf<'reduction'>
const atOnce = 200

/**
 * Ends reductions whose last day has passed without the plan being settled: what they took off is owed again. Where a
 * payment is under way it is waited for. Days without a run are caught up; running it again does nothing.
 */
export const expireReductions: TaskRunner = (app) => {
  const now = app.clock.now()
  const day = today(app.clock, now)
  const over = and(eq(reductionRows.fate, 'inForce'), lt(reductionRows.validUntil, day))
  const next = async (db: Db, after: Id | null): Promise<Id[]> => {
    const behind = after ? gt(reductionRows.id, after) : undefined
    const rows = await db
      .select({ id: reductionRows.id })
      .from(reductionRows)
      .where(and(over, behind))
      .orderBy(asc(reductionRows.id))
      .limit(atOnce)
    return rows.map(({ id }) => id)
  }
  const one = async (id: Id) => async (tx: Db) => {
    const [seen] = await tx.select().from(reductionRows).where(eq(reductionRows.id, id))
    const loan = await lockLoan(tx, seen!.loanId)
    if (loan!.state === codes.repaymentProcessing) return false
    const [reduction] = await tx
      .select()
      .from(reductionRows)
      .where(and(eq(reductionRows.id, id), over))
      .for('update')
    if (!reduction) return false
    const { changed } = await setReliefsOn(tx, reduction.loanId, day, app)
    if (changed === 0) await markReductionUsed(tx, reduction.planId) // of a plan that was settled
    return true
  }
  return forEachRow({ as: 'lapseReductions', next, one }, app)
}
