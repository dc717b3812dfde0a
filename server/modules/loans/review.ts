import type { Loan } from '#contract/loans/row.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { sendBackToReview } from './steps/reinspect.ts'

/** Sends an approved application back to be reviewed again, by whoever takes it. */
export const reinspect = (reason: string, call: Call<never, Loan>): Promise<void> =>
  sendBackToReview(call.row.id, reason, call)
