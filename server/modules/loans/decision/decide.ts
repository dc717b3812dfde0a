import { loanCode as codes, type LoanEvent } from '#contract/loans/flow.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { safeMessage } from '#server/kernel/base/error-serializer.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { type Port, post } from '#server/kernel/jobs/outbox.ts'
import { holdCoupon } from '#server/modules/coupons/steps/coupons.ts'
import { enqueueReview } from '#server/modules/reviews/steps/queue.ts'
import { recordDecision, ruleEngine } from '../steps/decisions.ts'
import { lockLoan, transition } from '../steps/transition.ts'
import type { StoredLoan } from '../store.ts'
import { factsOf } from './facts.ts'
import type { Decide, Verdict } from './table.ts'

/** The topic that applications reach the rules under. */
export const decisionTopic = 'loans.decide'

/** Has an application decided, once this transaction is committed. */
export const askDecision = (
  tx: Db,
  { id, resubmits }: Pick<StoredLoan, 'id' | 'resubmits'>,
  now: Date,
): Promise<void> => post(tx, { topic: decisionTopic, key: `${id}-${resubmits}`, body: { loanId: id } }, now)

const events: Readonly<Record<Exclude<DecisionOutcome, 'returned'>, LoanEvent>> = {
  passed: 'machinePass',
  failed: 'machineFail',
  undecided: 'machineUndecided',
  overQuota: 'quotaFail',
}

/** Rules that break down decide nothing: a reviewer does. */
const undecidedAfterError = (error: unknown): Verdict => ({
  outcome: 'undecided',
  code: null,
  trace: [{ rule: 'unanswered', value: safeMessage(error).slice(0, 200), hit: true }],
})

async function apply(tx: Db, loan: StoredLoan, { outcome, code, trace }: Verdict, app: AppContext): Promise<void> {
  const now = app.clock.now()
  await recordDecision(tx, { loanId: loan.id, outcome, code, trace: [...trace], decidedBy: ruleEngine, at: now })
  const along = {
    deniedCode: code,
    overQuota: outcome === 'overQuota',
    decidedAt: outcome === 'undecided' ? null : now,
  }
  if (outcome === 'returned') throw new Error('the rules return nothing') // only a manager does
  await transition(tx, loan, events[outcome], { actor: ruleEngine, now, reason: code, along })
  if (outcome !== 'undecided') return
  await enqueueReview(tx, { loanId: loan.id, at: now, day: today(app.clock, now), returned: false })
}

/** Decides on applications with what `decide` says. An application that was decided meanwhile stays as it is. */
export const decisionPort =
  (app: AppContext, decide: Decide): Port =>
  ({ key, body }) =>
    app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, ruleEngine)
      const loan = await lockLoan(tx, body.loanId as StoredLoan['id']) // as `askDecision` has posted it
      if (loan?.state !== codes.reviewing || key !== `${loan.id}-${loan.resubmits}`) return
      const now = app.clock.now()
      const facts = await factsOf(tx, loan, today(app.clock, now), app)
      const verdict = await decide(facts).catch(undecidedAfterError)
      await apply(tx, loan, verdict, app)
      const lives = verdict.outcome === 'passed' || verdict.outcome === 'undecided'
      if (lives && facts.limitCoupon) {
        await holdCoupon(tx, facts.limitCoupon, { loanId: loan.id, linkId: null, discountMinor: null })
      }
    })
