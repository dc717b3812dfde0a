import { addDays, businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { loan as codes, type LoanEvent } from '#contract/loans/flow.ts'
import type { Loan } from '#contract/loans/row.ts'
import { type Call, Refusal } from '#server/kernel/implement.ts'
import { post } from '#server/kernel/outbox.ts'
import { requestChange, type Wanted } from '#server/modules/card-changes/steps.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { lastPayout, payoutQueryTopic } from '#server/modules/payouts/steps.ts'
import { lockCustomer, mustBeFree } from './apply.ts'
import { askDecision } from './decision/decide.ts'
import { mustBeUnpaid, sendAgain, sendOut } from './pay-out.ts'
import { type Cause, lockLoan, move, noteStep } from './steps.ts'
import type { loanRows } from './store.ts'

type Acting = Call<never, Loan>
type Stored = typeof loanRows.$inferSelect

/** The whole row of the order that a call is about; the kernel has locked it. */
export const stored = async ({ tx, row }: Pick<Acting, 'tx' | 'row'>): Promise<Stored> => (await lockLoan(tx, row.id))!

/** Who does it, when and why, as the order's log has it. */
export const causeOf = ({ actor, now, requestId }: Acting, reason: string | null = null): Cause => ({
  actor: actor.name,
  now,
  requestId,
  reason,
})

/** Pays an approved order out by hand, where that is how it is done. */
export async function disburse(call: Acting): Promise<void> {
  if (!(await parameter(call.tx, 'disburse.manual'))) throw new Refusal('disbursed_by_job')
  await sendOut(call.row.id, call, causeOf(call))
}

/** Sends the money of a failed pay-out again. */
export const redisburse = (call: Acting): Promise<void> => sendAgain(call.row.id, call, causeOf(call))

/** Has the money of an order go to another card. */
export async function changeCard(wanted: Wanted, call: Acting): Promise<void> {
  const loan = await stored(call)
  await requestChange(loan, wanted, call)
  await noteStep(call.tx, loan, { ...causeOf(call, wanted.reason), event: 'changeCard' })
}

/** Has the channel asked at once what became of the pay-out that is under way, or of the one that was made. */
export async function queryPayout({ tx, row, now, requestId }: Acting): Promise<void> {
  const last = await lastPayout(tx, row.id)
  if (!last || last.state === 'fail') throw new Refusal('payout_unknown')
  await post(tx, { topic: payoutQueryTopic, key: `${last.id} ${requestId}`, body: { payoutId: last.id } }, now)
}

/** Gives a debt up as bad before its day. */
export async function callBad(reason: string, call: Acting): Promise<void> {
  await move(call.tx, await stored(call), 'badDebt', causeOf(call, reason))
}

/** So many days after it came to nothing an application may be submitted again. */
async function mustBeInTime({ failedAt, decidedAt }: Stored, { tx, today, ground }: Acting): Promise<void> {
  const since = failedAt ?? decidedAt
  if (!since) return
  const days = await parameter(tx, 'resubmit.withinDays')
  const until = addDays(businessDate(toInstant(since), ground.clock.country), days)
  if (today > until) throw new Refusal('resubmitted_too_late', { until })
}

/** What an order knows of how it was decided and paid; nothing, when it begins anew. */
const undecided = {
  ...{ deniedCode: null, overQuota: false, reviewerId: null, decidedAt: null },
  ...{ attempts: 0, failureCode: null, failureText: null, failedAt: null },
}

/** Has an application decided anew. */
export async function resubmit(call: Acting): Promise<void> {
  const { tx, now } = call
  const loan = await stored(call)
  const timesMax = await parameter(tx, 'resubmit.timesMax')
  if (loan.resubmits >= timesMax) throw new Refusal('resubmitted_too_often', { max: timesMax })
  await mustBeInTime(loan, call)
  if (loan.state === codes.disbursementFailed) await mustBeUnpaid(tx, loan.id)
  await mustBeFree(tx, await lockCustomer(tx, loan.customerId), loan.id)
  const resubmits = loan.resubmits + 1
  await move(tx, loan, 'resubmit', { ...causeOf(call), along: { ...undecided, resubmits } })
  await askDecision(tx, { id: loan.id, resubmits }, now)
}

/** Ends an order before its money is with the customer. */
export async function cancel(call: Acting, event: LoanEvent & `cancel${string}`, reason: string): Promise<void> {
  const loan = await stored(call)
  if (event === 'cancelDisbursement') await mustBeUnpaid(call.tx, loan.id)
  await move(call.tx, loan, event, { ...causeOf(call, reason), along: { closedAt: call.now } })
}
