import type { IdOf } from '#contract/kernel/values.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { enqueueReview } from '#server/modules/reviews/steps/queue.ts'
import { recordDecision } from './decisions.ts'
import { causeOf, lockFor, transition } from './transition.ts'

/**
 * Sends an approved application that was not paid out yet back to be reviewed again, by whoever takes it.
 * @throws Refusal `not_allowed_now`.
 */
export async function sendBackToReview(
  loanId: IdOf<'loan'>,
  reason: string,
  call: Call<never, unknown>,
): Promise<void> {
  const { tx, now, today, actor } = call
  const loan = await lockFor(tx, loanId, 'reinspect')
  const returned = { loanId: loan.id, outcome: 'returned' as const, remark: reason, decidedBy: actor.name, at: now }
  await recordDecision(tx, returned)
  await transition(tx, loan, 'reinspect', { ...causeOf(call, reason), along: { reviewerId: null, decidedAt: null } })
  await enqueueReview(tx, { loanId: loan.id, at: now, day: today, returned: true })
}
