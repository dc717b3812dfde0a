import { and, asc, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { TaskRunner } from '#server/kernel/call/context.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { askCreditOfHolder, released } from './steps/coupons.ts'
import { couponRows } from './store.ts'

type Id = IdOf<'coupon'>
const atOnce = 500

/** Held for a link that is good no more, while nobody is paying through it. */
const idle = sql`exists (select 1 from ${paymentLinkRows} join ${loanRows} on ${loanRows.id} = ${paymentLinkRows.loanId}
  where ${paymentLinkRows.id} = ${couponRows.linkId} and ${paymentLinkRows.state} <> 'open'
    and ${loanRows.state} <> ${codes.repaymentProcessing})`

/**
 * Ends coupons whose last day has passed, and lets those go that are held for a link which is good no more. Days without
 * a run are caught up; running it again does nothing.
 */
export const expireCoupons: TaskRunner = (app) => {
  const now = app.clock.now()
  const day = today(app.clock, now)
  const over = and(eq(couponRows.state, 'unused'), lt(couponRows.expiresOn, day))
  const stranded = and(eq(couponRows.state, 'locked'), isNotNull(couponRows.linkId), idle)
  const next = async (db: Db, after: Id | null): Promise<Id[]> => {
    const behind = after ? gt(couponRows.id, after) : undefined
    const rows = await db
      .select({ id: couponRows.id })
      .from(couponRows)
      .where(and(or(over, stranded), behind))
      .orderBy(asc(couponRows.id))
      .limit(atOnce)
    return rows.map(({ id }) => id)
  }
  const one = async (id: Id) => async (tx: Db) => {
    const due = and(eq(couponRows.id, id), or(over, stranded))
    const [coupon] = await tx.select().from(couponRows).where(due).for('update', { of: couponRows })
    if (!coupon) return false
    const state = coupon.expiresOn < day ? 'expired' : 'unused'
    await tx
      .update(couponRows)
      .set({ ...released, state })
      .where(eq(couponRows.id, id))
    if (state === 'expired') await askCreditOfHolder(tx, coupon, now)
    return true
  }
  return forEachRow({ as: 'expireCoupons', next, one }, app)
}
