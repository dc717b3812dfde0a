import { owed, relief } from '#contract/loans/balance.ts'
import { overdueDays } from '#contract/loans/plan.ts'
import { reduction, reductions } from '#contract/reductions.ts'
import { newId } from '#server/kernel/ids.ts'
import { found, implement } from '#server/kernel/implement.ts'
import { accountOf, flagRequest, lockPlan } from '#server/modules/plans/steps.ts'
import { reductionSource } from './source.ts'
import { reductionRows } from './store.ts'

/** Requests to let a customer pay less, and the decisions on them. */
export default implement(
  reductions,
  {
    list: reductionSource,

    async request({ amount, reason }, { tx, row, actor, now, today, fail }) {
      const plan = (await lockPlan(tx, row.id))!
      if (amount.currency !== plan.currency) return fail('wrong_currency', { currency: plan.currency })
      if (amount.minor <= 0) return fail('not_positive')
      const account = accountOf(plan)
      const cut = relief(amount.minor, account, plan.currency)
      if (!cut.ok) return fail('more_than_reducible', cut.values)
      const before = owed(account)
      await tx.insert(reductionRows).values({
        id: await newId(tx, 'reduction', today),
        planId: plan.id,
        loanId: plan.loanId,
        state: 'pending',
        currency: plan.currency,
        amountMinor: amount.minor,
        overdueDays: overdueDays(plan.dueDate, today),
        beforePenalty: before.penalty,
        beforeFee: before.fee,
        beforeInterest: before.interest,
        beforePrincipal: before.principal,
        reason,
        source: actor.agencyId ? 'collector' : 'customerService',
        makerId: actor.id,
        makerUnitPath: actor.unitPath,
        requestedAt: now,
      })
      await flagRequest(tx, plan.id, true)
    },
  },
  [found(reduction, reductionSource)],
)
