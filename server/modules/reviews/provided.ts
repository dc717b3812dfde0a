import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#contract/kernel/values.ts'
import type { ReviewState } from '#contract/reviews/flow.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { setReviewer } from '#server/modules/loans/steps/decisions.ts'
import { reviewRows } from './store.ts'

/** What the customer app tells once everything is there that was asked for again. */
export const Provided = z.object({ loanId: Id('loan') })

/** The review goes on: it waits for any reviewer, before those that were never asked about. */
export async function provided(
  { loanId }: z.output<typeof Provided>,
  { tx, now, fail, note }: Call<'not_found'>,
): Promise<{ state: ReviewState }> {
  const ofLoan = eq(reviewRows.loanId, loanId)
  const [last] = await tx.select().from(reviewRows).where(ofLoan).orderBy(desc(reviewRows.id)).limit(1).for('update')
  if (!last) return fail('not_found')
  note({ objectId: last.id })
  if (last.state !== 'dataModifiable') return { state: last.state }
  const priority = Math.max(last.priority, 1) // what was sent back stays the most urgent
  const waiting = { state: 'unclaimed' as const, priority, waitingSince: now, reviewerId: null, lockedUntil: null }
  await tx
    .update(reviewRows)
    .set(waiting)
    .where(and(ofLoan, eq(reviewRows.id, last.id)))
  await setReviewer(tx, [loanId], null)
  return { state: 'unclaimed' }
}
