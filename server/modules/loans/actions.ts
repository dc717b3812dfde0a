import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { loanCode as codes, type LoanEvent } from '#contract/loans/flow.ts'
import type { Loan } from '#contract/loans/row.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { type CardChangeArgs, requestChange } from '#server/modules/card-changes/steps.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { lastPayout, payoutQueryTopic } from '#server/modules/payouts/steps.ts'
import { closeReview } from '#server/modules/reviews/steps/queue.ts'
import { lockCustomer, mustBeFree } from './apply.ts'
import { askDecision } from './decision/decide.ts'
import { mustBeUnpaid, payOut, retryPayout } from './pay-out.ts'
import { causeOf, lockLoan, logLoanEvent, transition } from './steps/transition.ts'
import type { StoredLoan } from './store.ts'

type LoanCall = Call<never, Loan>

/** The whole row of the order that a call is about; the kernel has locked it. */
const lockedLoan = async ({ tx, row }: Pick<LoanCall, 'tx' | 'row'>): Promise<StoredLoan> =>
  (await lockLoan(tx, row.id))!

/** Pays an approved order out by hand, where that is how it is done. */
export async function disburse(call: LoanCall): Promise<void> {
  if (!(await parameter(call.tx, 'disburse.manual'))) throw new Refusal('disbursed_by_job')
  await payOut(call.row.id, call, causeOf(call))
}

/** Sends the money of a failed pay-out again. */
export const redisburse = (call: LoanCall): Promise<void> => retryPayout(call.row.id, call, causeOf(call))

/** Has the money of an order go to another card, or asks for that. */
export async function changeCard(wanted: CardChangeArgs, call: LoanCall): Promise<void> {
  const loan = await lockedLoan(call)
  const event = (await requestChange(loan, wanted, call)) ? 'requestCardChange' : 'changeCard'
  await logLoanEvent(call.tx, loan, { ...causeOf(call, wanted.reason), event })
}

/** Has the channel asked at once what became of the pay-out that is under way, or of the one that was made. */
export async function queryPayout({ tx, row, now, requestId }: LoanCall): Promise<void> {
  const last = await lastPayout(tx, row.id)
  if (!last || last.state === 'fail') throw new Refusal('payout_unknown')
  await post(tx, { topic: payoutQueryTopic, key: `${last.id} ${requestId}`, body: { payoutId: last.id } }, now)
}

/** Gives a debt up as bad before its day. */
export async function markBadDebt(reason: string, call: LoanCall): Promise<void> {
  await transition(call.tx, await lockedLoan(call), 'badDebt', causeOf(call, reason))
}

/** So many days after it came to nothing an application may be submitted again. */
async function mustBeInTime({ failedAt, decidedAt }: StoredLoan, { tx, today, app }: LoanCall): Promise<void> {
  const since = failedAt ?? decidedAt
  if (!since) return
  const days = await parameter(tx, 'resubmit.withinDays')
  const until = addDays(businessDate(toInstant(since), app.clock.country), days)
  if (today > until) throw new Refusal('resubmitted_too_late', { until })
}

/** What an order knows of how it was decided and paid; nothing, when it begins anew. */
const resetDecision = {
  ...{ deniedCode: null, overQuota: false, reviewerId: null, decidedAt: null },
  ...{ attempts: 0, failureCode: null, failureText: null, failedAt: null },
}

/** Has an application decided anew. */
export async function resubmit(call: LoanCall): Promise<void> {
  const { tx, now } = call
  const loan = await lockedLoan(call)
  const timesMax = await parameter(tx, 'resubmit.timesMax')
  if (loan.resubmits >= timesMax) throw new Refusal('resubmitted_too_often', { max: timesMax })
  await mustBeInTime(loan, call)
  if (loan.state === codes.disbursementFailed) await mustBeUnpaid(tx, loan.id)
  await mustBeFree(await lockCustomer(tx, loan.customerId), { but: loan.id }, call)
  const resubmits = loan.resubmits + 1
  await transition(tx, loan, 'resubmit', { ...causeOf(call), along: { ...resetDecision, resubmits } })
  await askDecision(tx, { id: loan.id, resubmits }, now)
}

/** Ends an order before its money is with the customer. */
export async function cancel(call: LoanCall, event: LoanEvent & `cancel${string}`, reason: string): Promise<void> {
  const loan = await lockedLoan(call)
  if (event === 'cancelDisbursement') await mustBeUnpaid(call.tx, loan.id)
  await transition(call.tx, loan, event, { ...causeOf(call, reason), along: { closedAt: call.now } })
  if (loan.state === codes.undecided) await closeReview(call.tx, loan.id, call.now)
}
