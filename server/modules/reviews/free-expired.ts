import { and, inArray, lte } from 'drizzle-orm'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import { setReviewer } from '#server/modules/loans/steps/decisions.ts'
import { reviewRows } from './store.ts'

/** Gives reviews back to the queue whose lock has run out: whoever had them has left them lie. */
export const freeExpiredReviews: Job = {
  id: 'freeReviews',
  cron: '* * * * *',
  run: ({ database: { db }, clock }) =>
    db.transaction(async (tx) => {
      await setSessionVariables(tx, 'freeReviews')
      const expired = and(
        lte(reviewRows.lockedUntil, clock.now()),
        inArray(reviewRows.state, ['toAudit', 'underReview']),
      )
      const freed = await tx
        .update(reviewRows)
        .set({ state: 'unclaimed', reviewerId: null, lockedUntil: null })
        .where(expired)
        .returning({ loanId: reviewRows.loanId })
      await setReviewer(
        tx,
        freed.map(({ loanId }) => loanId),
        null,
      )
    }),
}
