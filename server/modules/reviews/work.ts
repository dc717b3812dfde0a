import { and, eq } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { setReviewer } from '#server/modules/loans/steps/decisions.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { lockEnd } from './clock.ts'
import { isFree, lockedReview, mustBeLockedForMe, mustBeMine, type ReviewCall } from './held-review.ts'
import { reviewRows } from './store.ts'

/** The mark of the role that reviews. */
const reviewerMark = 'REV'

const update = (tx: Db, id: IdOf<'review'>, change: Partial<typeof reviewRows.$inferInsert>) =>
  tx.update(reviewRows).set(change).where(eq(reviewRows.id, id))

/** Begins to review, or goes on. @throws Refusal `claimed_elsewhere`. */
export async function open(call: ReviewCall): Promise<void> {
  const { tx, row, actor, now } = call
  const review = await lockedReview(call)
  if (!isFree(review, call)) throw new Refusal('claimed_elsewhere')
  const mine = review.reviewerId === actor.id
  const goesOn = mine && review.state === 'underReview'
  const begun = goesOn ? {} : { rounds: review.rounds + 1, openedAt: now }
  await update(tx, row.id, { ...begun, state: 'underReview', reviewerId: actor.id, lockedUntil: lockEnd(now) })
  if (!mine) await setReviewer(tx, [review.loanId], actor.id)
}

/** Extends the lock. @throws Refusal `claimed_elsewhere`, `lock_lost`. */
export async function renew(call: ReviewCall): Promise<void> {
  await mustBeLockedForMe(call)
  await update(call.tx, call.row.id, { lockedUntil: lockEnd(call.now) })
}

/** Gives it back to the queue. @throws Refusal `claimed_elsewhere`. */
export async function release(call: ReviewCall): Promise<void> {
  const { loanId } = await mustBeMine(call)
  await update(call.tx, call.row.id, { state: 'unclaimed', reviewerId: null, lockedUntil: null })
  await setReviewer(call.tx, [loanId], null)
}

/** Gives it to a reviewer, whoever has it. @throws Refusal `not_a_reviewer`, `same_assignee`. */
export async function assign(reviewer: IdOf<'staff'>, call: ReviewCall): Promise<void> {
  const { tx, row, now } = call
  const role = and(eq(roleRows.mark, reviewerMark), eq(roleRows.state, 'enabled'))
  const able = and(eq(staffRows.id, reviewer), eq(staffRows.state, 'enabled'), role)
  const [person] = await tx
    .select({ id: staffRows.id })
    .from(staffRows)
    .innerJoin(staffRoleRows, eq(staffRoleRows.staffId, staffRows.id))
    .innerJoin(roleRows, eq(roleRows.id, staffRoleRows.roleId))
    .where(able)
  if (!person) throw new Refusal('not_a_reviewer')
  const review = await lockedReview(call)
  if (review.reviewerId === person.id) throw new Refusal('same_assignee')
  const since = review.waitingSince ?? now
  await update(tx, row.id, { state: 'toAudit', reviewerId: person.id, lockedUntil: null, waitingSince: since })
  await setReviewer(tx, [review.loanId], person.id)
}
