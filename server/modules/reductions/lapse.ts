import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loan as codes } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import { goThrough } from '#server/kernel/each.ts'
import type { Work } from '#server/kernel/jobs.ts'
import { lockLoan } from '#server/modules/loans/steps.ts'
import { enter, lockPlans } from '#server/modules/plans/entries.ts'
import { reductionUsed } from './steps.ts'
import { reductionRows } from './store.ts'

type Id = IdOf<'reduction'>
const atOnce = 200

/**
 * Ends reductions whose last day has passed without the plan being settled: what they took off is owed again. Where a
 * payment is under way it is waited for. Days without a run are caught up; running it again does nothing.
 */
export const lapseReductions: Work = (ground) => {
  const now = ground.clock.now()
  const day = today(ground.clock, now)
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
    const plan = (await lockPlans(tx, reduction.loanId)).find((row) => row.id === reduction.planId)!
    if (plan.state !== 'open') {
      await reductionUsed(tx, plan.id)
      return true
    }
    const { reliefPenalty: penalty, reliefFee: fee, reliefInterest: interest } = reduction
    await tx.update(reductionRows).set({ fate: 'lapsed' }).where(eq(reductionRows.id, id))
    await enter(tx, plan, ['reduced', { penalty: -penalty, fee: -fee, interest: -interest, principal: 0 }], now)
    return true
  }
  return goThrough({ as: 'lapseReductions', next, one }, ground)
}
