import { sql } from 'drizzle-orm'
import { loans } from '#contract/loans/calls.ts'
import { loanSubject } from '#contract/loans/row.ts'
import { plans } from '#contract/plans.ts'
import { found, implement } from '#server/kernel/implement.ts'
import { findMany } from '#server/kernel/source.ts'
import { paymentsOf } from '#server/modules/payments/steps.ts'
import { payoutsOf } from '#server/modules/payouts/steps.ts'
import { planSource } from '#server/modules/plans/source.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { redisburse } from './redisburse.ts'
import { applicationSource, failedPayoutSource, loanSource } from './source.ts'
import { timelineOf } from './steps.ts'
import { loanRows } from './store.ts'

/** Orders, from application to settlement. */
export default implement(
  loans,
  {
    applications: applicationSource,
    failedPayouts: failedPayoutSource,

    async detail({ id }, { tx, actor, ground, fail }) {
      const reach = { actor, scopes: actor.scopesOf(loans.detail.may), ground }
      const where = sql`${loanRows.id} = ${id}`
      const { fields } = loans.applications
      const [loan] = await findMany(tx, { source: applicationSource, fields }, { where }, reach)
      if (!loan) return fail('not_found')
      const all = { ...reach, scopes: ['all'] as const } // whoever may see an order may see its parts
      const ofLoan = { where: sql`${planRows.loanId} = ${id}`, order: sql`${planRows.serial}` }
      return {
        loan,
        plans: await findMany(tx, { source: planSource, fields: plans.list.fields }, ofLoan, all),
        payouts: await payoutsOf(tx, id),
        payments: await paymentsOf(tx, id),
        timeline: await timelineOf(tx, id),
      }
    },

    redisburse: (_, call) => redisburse(call),
  },
  [found(loanSubject, loanSource)],
)
