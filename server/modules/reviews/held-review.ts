import { eq } from 'drizzle-orm'
import type { Review } from '#contract/reviews/row.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { reviewRows, type StoredReview } from './store.ts'

/** A call about one review. */
export type ReviewCall = Call<never, Review>

/** The whole row of the review that a call is about; the kernel has locked it. */
export async function lockedReview({ tx, row }: Pick<ReviewCall, 'tx' | 'row'>): Promise<StoredReview> {
  const [review] = await tx.select().from(reviewRows).where(eq(reviewRows.id, row.id)).for('update')
  return review! // the kernel has just read it
}

/** Whether nobody else gets it yet. */
const isLocked = ({ lockedUntil }: StoredReview, now: Date): boolean => lockedUntil !== null && lockedUntil > now

/** The review, for whoever has it. @throws Refusal `claimed_elsewhere`. */
export async function mustBeMine(call: ReviewCall): Promise<StoredReview> {
  const review = await lockedReview(call)
  if (review.reviewerId !== call.actor.id) throw new Refusal('claimed_elsewhere')
  return review
}

/** The same while it is locked for them. @throws Refusal `claimed_elsewhere`, `lock_lost`. */
export async function mustBeLockedForMe(call: ReviewCall): Promise<StoredReview> {
  const review = await mustBeMine(call)
  if (!isLocked(review, call.now)) throw new Refusal('lock_lost')
  return review
}

/** Whether somebody else may take it: nobody has it, or they have left it lie. What a manager has given stays given. */
export const isFree = (review: StoredReview, { actor, now }: Pick<ReviewCall, 'actor' | 'now'>): boolean =>
  review.reviewerId === null ||
  review.reviewerId === actor.id ||
  (review.lockedUntil !== null && !isLocked(review, now))
