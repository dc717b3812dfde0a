import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { review } from '#contract/reviews/row.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { machineReviewOf } from '#server/modules/machine-reviews/steps/findings.ts'
import { reviewRows } from '../store.ts'

/** An application that a person has to decide on from now on. */
interface Queued {
  readonly loanId: IdOf<'loan'>
  readonly at: Date
  /** The business date then. */
  readonly day: LocalDate
  /** Whether it was approved before, and sent back. */
  readonly returned: boolean
}

const secondsBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 1_000)

/** Has an application wait for a reviewer: to be checked by hand where no machine has answered. */
export async function enqueueReview(tx: Db, { loanId, at, day, returned }: Queued): Promise<void> {
  const id = await newId(tx, review.ids, day)
  const priority = returned ? 2 : 0
  const machine = await machineReviewOf(tx, loanId)
  const reviewed = machine && {
    machineReviewId: machine.id,
    machineState: machine.state === 'abnormal' ? ('abnormal' as const) : ('passed' as const),
    machineCompletedAt: machine.completedAt,
    machineSeconds: machine.completedAt && secondsBetween(machine.startedAt, machine.completedAt),
  }
  const state = reviewed?.machineState === 'abnormal' ? 'manualCheck' : 'unclaimed'
  await tx.insert(reviewRows).values({ id, loanId, state, priority, queuedAt: at, waitingSince: at, ...reviewed })
}

/** Closes the review of an order that has ended otherwise. */
export async function closeReview(tx: Db, loanId: IdOf<'loan'>, at: Date): Promise<void> {
  const ended = { state: 'closed' as const, waitingSince: null, lockedUntil: null, endedAt: at }
  await tx
    .update(reviewRows)
    .set(ended)
    .where(and(eq(reviewRows.loanId, loanId), isNull(reviewRows.endedAt)))
}

/** Has the reviews that somebody is to do wait for any reviewer again. What they have decided stays. Answers which. */
export async function releaseReviews(
  tx: Db,
  reviewerId: IdOf<'staff'>,
): Promise<{ id: IdOf<'review'>; loanId: IdOf<'loan'> }[]> {
  const theirs = eq(reviewRows.reviewerId, reviewerId)
  await tx
    .update(reviewRows)
    .set({ reviewerId: null })
    .where(and(theirs, eq(reviewRows.state, 'dataModifiable')))
  return tx
    .update(reviewRows)
    .set({ state: 'unclaimed', reviewerId: null, lockedUntil: null })
    .where(and(theirs, inArray(reviewRows.state, ['toAudit', 'underReview'])))
    .returning({ id: reviewRows.id, loanId: reviewRows.loanId })
}
