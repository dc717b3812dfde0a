import { sql } from 'drizzle-orm'
import { LoanRequest } from '#contract/loans/application.ts'
import { loans } from '#contract/loans/calls.ts'
import { loan } from '#contract/loans/row.ts'
import { plans } from '#contract/plans.ts'
import { proofs } from '#contract/proofs.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { machineReviewOf, toMachineReview } from '#server/modules/machine-reviews/steps/findings.ts'
import { messagesOf } from '#server/modules/messages/steps/messages.ts'
import { paymentsOf } from '#server/modules/payments/steps/payments.ts'
import { payoutsOf } from '#server/modules/payouts/steps.ts'
import { planSource } from '#server/modules/plans/source.ts'
import { planRows } from '#server/modules/plans/store.ts'
import { proofSource } from '#server/modules/proofs/source.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { verificationOf } from '#server/modules/tele-verifications/steps.ts'
import { cancel, changeCard, disburse, markBadDebt, queryPayout, redisburse, resubmit } from './actions.ts'
import { apply } from './apply.ts'
import { reinspect } from './review.ts'
import { applicationSource, failedPayoutSource, loanSource, orderSource, verificationSource } from './source.ts'
import { callCustomer } from './steps/call-customer.ts'
import { decisionsOf, timelineOf } from './steps/transition.ts'
import { loanRows } from './store.ts'

/** Handlers of `loans`: orders, from application to settlement. */
export default implement(
  loans,
  {
    applications: applicationSource,
    failedPayouts: failedPayoutSource,
    verifications: verificationSource,
    orders: orderSource,

    async detail({ id }, { tx, actor, app, fail }) {
      const access = { actor, scopes: actor.scopesOf(loans.detail.requires), app }
      const where = sql`${loanRows.id} = ${id}`
      const { fields } = loans.applications
      const [loan] = await findMany(tx, { source: applicationSource, fields }, { where }, access)
      if (!loan) return fail('not_found')
      const all = { ...access, scopes: ['all'] as const } // whoever may see an order may see its parts
      const ofLoan = { where: sql`${planRows.loanId} = ${id}`, order: sql`${planRows.serial}` }
      const handedIn = { where: sql`${proofRows.loanId} = ${id}`, order: sql`${proofRows.submittedAt}` }
      const reviewed = await machineReviewOf(tx, id)
      return {
        loan,
        plans: await findMany(tx, { source: planSource, fields: plans.list.fields }, ofLoan, all),
        decisions: await decisionsOf(tx, id),
        machineReview: reviewed ? toMachineReview(reviewed) : null,
        verification: await verificationOf(tx, id),
        payouts: await payoutsOf(tx, id),
        payments: await paymentsOf(tx, id),
        proofs: await findMany(tx, { source: proofSource, fields: proofs.list.fields }, handedIn, all),
        messages: await messagesOf(tx, id),
        timeline: await timelineOf(tx, id),
      }
    },

    async submit(sent, call) {
      call.note({ actorName: customerApp })
      const request = mustBeSigned(LoanRequest, sent, customerApp, call.app)
      const submitted = await apply(request, call)
      call.note({ objectId: submitted.loanId, after: request })
      return submitted
    },

    reinspect: ({ reason }, call) => reinspect(reason, call),

    disburse: (_, call) => disburse(call),
    redisburse: (_, call) => redisburse(call),
    resubmit: (_, call) => resubmit(call),
    cancelLoan: ({ reason }, call) => cancel(call, 'cancelLoan', reason),
    cancelDisbursement: ({ reason }, call) => cancel(call, 'cancelDisbursement', reason),
    changeCard: (wanted, call) => changeCard(wanted, call),
    callCustomer: async (_, call) => void (await callCustomer(call)),
    queryPayout: (_, call) => queryPayout(call),
    badDebt: ({ reason }, call) => markBadDebt(reason, call),
  },
  [rowSource(loan, loanSource)],
)
