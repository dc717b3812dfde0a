import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { showHolds } from '#server/modules/cases/steps/working-state.ts'
import { ticketRows } from '#server/modules/tickets/store.ts'
import { releaseComplaint } from './steps.ts'
import { caseHoldRows } from './store.ts'

const atOnce = 500

/** A complaint that was answered, or whose ticket is closed. */
const answered = sql`exists (select from ${ticketRows} where ${ticketRows.id} = ${caseHoldRows.ticketId}
  and (${ticketRows.firstResponseAt} is not null or ${ticketRows.state} = 'closed'))`

/**
 * Ends holds whose last day is over, and those behind which a complaint was answered. Days without a run are caught up;
 * running it again does nothing.
 */
export const expireHolds: TaskRunner = (app) => {
  const now = app.clock.now()
  const over = lt(caseHoldRows.until, today(app.clock, now))
  const due = and(eq(caseHoldRows.state, 'active'), or(over, answered))
  const next = async (db: Db, after: string | null) => {
    const rows = await db
      .select({ id: caseHoldRows.id })
      .from(caseHoldRows)
      .where(and(due, after ? gt(caseHoldRows.id, Number(after)) : undefined))
      .orderBy(asc(caseHoldRows.id))
      .limit(atOnce)
    return rows.map(({ id }) => String(id))
  }
  const one = async (id: string) => async (tx: Db) => {
    const [hold] = await tx
      .select()
      .from(caseHoldRows)
      .where(and(due, eq(caseHoldRows.id, Number(id))))
      .for('update')
    if (!hold) return false
    if (hold.ticketId) return releaseComplaint(tx, hold.ticketId, now)
    await tx.update(caseHoldRows).set({ state: 'expired', endedAt: now }).where(eq(caseHoldRows.id, hold.id))
    await showHolds(tx, [hold.loanId])
    return true
  }
  return forEachRow({ as: 'expireHolds', next, one }, app)
}
