import type { LoanEvent } from '#contract/loans/flow.ts'
import { loan as codes } from '#contract/loans/flow.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import { enter } from '#server/kernel/call.ts'
import { today } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { type Port, post } from '#server/kernel/outbox.ts'
import { holdCoupon } from '#server/modules/coupons/steps.ts'
import { lockLoan, move } from '../steps.ts'
import { decisionRows, type loanRows } from '../store.ts'
import { factsOf } from './facts.ts'
import { ruleEngine } from './names.ts'
import type { Decide, Verdict } from './table.ts'

/** The topic that applications reach the rules under. */
export const decisionTopic = 'loans.decide'

/** Who decides where it is nobody on the staff. */

type Loan = typeof loanRows.$inferSelect

/** Has an application decided, once this transaction is committed. */
export const askDecision = (tx: Db, { id, resubmits }: Pick<Loan, 'id' | 'resubmits'>, now: Date): Promise<void> =>
  post(tx, { topic: decisionTopic, key: `${id}-${resubmits}`, body: { loanId: id } }, now)

const events: Readonly<Record<Exclude<DecisionOutcome, 'returned'>, LoanEvent>> = {
  passed: 'machinePass',
  failed: 'machineFail',
  undecided: 'machineUndecided',
  overQuota: 'quotaFail',
}

/** Writes down what was decided. */
export const recordDecision = async (tx: Db, decision: typeof decisionRows.$inferInsert): Promise<void> => {
  await tx.insert(decisionRows).values(decision)
}

/** Rules that break down decide nothing: a reviewer does. */
const withReviewer = (error: unknown): Verdict => ({
  outcome: 'undecided',
  code: null,
  trace: [{ rule: 'unanswered', value: error instanceof Error ? error.message.slice(0, 200) : '–', hit: true }],
})

async function apply(tx: Db, loan: Loan, { outcome, code, trace }: Verdict, now: Date): Promise<void> {
  await recordDecision(tx, { loanId: loan.id, outcome, code, trace: [...trace], decidedBy: ruleEngine, at: now })
  const along = {
    deniedCode: code,
    overQuota: outcome === 'overQuota',
    decidedAt: outcome === 'undecided' ? null : now,
  }
  if (outcome === 'returned') throw new Error('the rules return nothing') // only a manager does
  await move(tx, loan, events[outcome], { actor: ruleEngine, now, reason: code, along })
}

/** Decides on applications with what `decide` says. An application that was decided meanwhile stays as it is. */
export const decisionPort =
  (ground: Ground, decide: Decide): Port =>
  ({ key, body }) =>
    ground.database.db.transaction(async (tx) => {
      await enter(tx, ruleEngine)
      const loan = await lockLoan(tx, body.loanId as Loan['id']) // as `askDecision` has posted it
      if (loan?.state !== codes.reviewing || key !== `${loan.id}-${loan.resubmits}`) return
      const now = ground.clock.now()
      const facts = await factsOf(tx, loan, today(ground.clock, now), ground)
      const verdict = await decide(facts).catch(withReviewer)
      await apply(tx, loan, verdict, now)
      const lives = verdict.outcome === 'passed' || verdict.outcome === 'undecided'
      if (lives && facts.limitCoupon) {
        await holdCoupon(tx, facts.limitCoupon, { loanId: loan.id, linkId: null, discountMinor: null })
      }
    })
