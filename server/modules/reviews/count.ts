import { eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanCode } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { recordDecision } from '#server/modules/loans/steps/decisions.ts'
import { lockLoan, transition } from '#server/modules/loans/steps/transition.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { countsFrom } from './clock.ts'
import { reviewRows, type StoredReview } from './store.ts'

/** The topic that saved decisions come to count under. */
export const countTopic = 'reviews.count'

/** Idempotency key of one decision: a review that was undone and decided again has another. */
export const countKey = (id: IdOf<'review'>, decidedAt: Date): string => `${id} ${decidedAt.getTime()}`

const nameOf = async (tx: Db, id: IdOf<'staff'>): Promise<string> =>
  (await tx.select({ name: staffRows.name }).from(staffRows).where(eq(staffRows.id, id)))[0]!.name

/** The decision is the order's from now on. */
async function count(tx: Db, review: StoredReview, now: Date): Promise<void> {
  const { id, loanId, result, code, remark, reviewerId } = review
  const decidedAt = review.decidedAt!
  const passed = result === 'passed'
  const actor = await nameOf(tx, reviewerId!)
  await setSessionVariables(tx, actor)
  await tx
    .update(reviewRows)
    .set({ state: passed ? 'passed' : 'failed', waitingSince: null, endedAt: now })
    .where(eq(reviewRows.id, id))
  const loan = await lockLoan(tx, loanId)
  if (loan?.state !== loanCode.undecided) return
  const outcome = passed ? ('passed' as const) : ('failed' as const)
  await recordDecision(tx, { loanId, outcome, code, remark, decidedBy: actor, at: decidedAt })
  const reason = [code, remark].filter(Boolean).join(' · ') || null
  const along = passed ? { decidedAt } : { decidedAt, deniedCode: code, closedAt: now }
  await transition(tx, loan, passed ? 'manualPass' : 'manualReject', { actor, now, reason, along })
}

/** Has a saved decision count, unless it was undone or the order has ended meanwhile. It may be told so twice. */
export const countPort =
  ({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Port =>
  ({ key, body }) =>
    database.db.transaction(async (tx) => {
      const id = body.reviewId as IdOf<'review'> // as `save` has posted it
      const [review] = await tx.select().from(reviewRows).where(eq(reviewRows.id, id)).for('update')
      const now = clock.now()
      if (review?.state !== 'audited' || !review.decidedAt) return
      if (key !== countKey(id, review.decidedAt) || countsFrom(review.decidedAt) > now) return
      await count(tx, review, now)
    })
