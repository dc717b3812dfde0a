import type { Loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { enqueueReview } from '#server/modules/reviews/steps/queue.ts'
import { lockedLoan } from './actions.ts'
import { recordDecision } from './steps/decisions.ts'
import { causeOf, transition } from './steps/transition.ts'

/** Sends an approved application back to be reviewed again, by whoever takes it. */
export async function reinspect(reason: string, call: Call<never, Loan>): Promise<void> {
  const { tx, now, today, actor } = call
  const loan = await lockedLoan(call)
  const returned = { loanId: loan.id, outcome: 'returned' as const, remark: reason, decidedBy: actor.name, at: now }
  await recordDecision(tx, returned)
  await transition(tx, loan, 'reinspect', { ...causeOf(call, reason), along: { reviewerId: null, decidedAt: null } })
  await enqueueReview(tx, { loanId: loan.id, at: now, day: today, returned: true })
}
