import { z } from 'zod'
import { change, write } from '../kernel/endpoint.ts'
import { every, guard, ok, refused } from '../kernel/fault.ts'
import { Choice, Currency, Id } from '../kernel/values.ts'
import { webhook, webhookFaults } from '../kernel/webhook.ts'
import { loanFlow } from './flow.ts'
import { type Loan, loan } from './row.ts'

/** Why a reviewer rejects: shooting, document, inconsistent, other. Source: specification, section 5. */
const RejectCode = Choice('loans.rejectCode', [
  ...(['A01', 'A02', 'A03', 'A04', 'A05', 'A06', 'A07', 'A08'] as const),
  ...(['B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07'] as const),
  ...(['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'Z01'] as const),
])

const remarkMax = 500
const Remark = z.string().trim().max(remarkMax)
/** Why something is done to an order, for whoever reads its history. */
export const Reason = Remark.min(1)

const unclaimed = guard<Loan>(['claimed'], ({ claimed }) => (claimed ? refused('claimed_already') : ok))
const taken = guard<Loan>(['claimed'], ({ claimed }) => (claimed ? ok : refused('not_claimed')))

/** What a customer asks for. `payload` of `loans.submit` holds it as JSON, exactly as it was signed. */
export const LoanRequest = z.object({
  /** Idempotency key of the app: sent again, it is the same application. */
  ref: z.string().min(1).max(60),
  customerId: Id('customer'),
  productId: Id('product'),
  amountMinor: z.int().min(1),
  currency: Currency,
  tenureDays: z.int().min(1),
})
export type LoanRequest = z.output<typeof LoanRequest>

/** The customer app hands in an application. It may send one twice. */
export const submit = write('POST /callbacks/applications', {
  ...webhook,
  output: z.object({ loanId: Id('loan'), state: loanFlow.State }),
  faults: [
    ...webhookFaults,
    ...(['unknown_customer', 'customer_not_enabled', 'customer_blacklisted'] as const),
    ...(['order_open', 'cooling_down', 'product_not_offered', 'outside_level', 'wrong_currency'] as const),
  ],
})

const deciding = { subject: loan, requires: 'applications.approve', faults: ['claimed_elsewhere'] } as const

/** What reviewers and their managers do about an application. */
export const review = {
  /** Takes an application that waits for a reviewer; nobody else decides on it then. */
  claim: change('POST /loans/claim', {
    subject: loan,
    requires: 'applications.approve',
    when: every(loanFlow.can('claimReview'), unclaimed),
  }),

  /** Gives an application to a reviewer, whoever has it. */
  assign: change('POST /loans/assign', {
    subject: loan,
    requires: 'applications.assign',
    args: { reviewer: Id('staff') },
    when: loanFlow.can('claimReview'),
    faults: ['not_a_reviewer', 'same_assignee'],
  }),

  /** Approves by hand. Documents that are missing or not valid need a remark that says why. */
  pass: change('POST /loans/pass', {
    ...deciding,
    args: { remark: Remark.optional() },
    when: every(loanFlow.can('manualPass'), taken),
    faults: [...deciding.faults, 'documents_not_valid'],
  }),

  /** Refuses by hand, for good. */
  reject: change('POST /loans/reject', {
    ...deciding,
    args: { code: RejectCode, remark: Remark.optional() },
    when: every(loanFlow.can('manualReject'), taken),
  }),

  /** Sends an approved application that was not paid out yet back to be reviewed again. */
  reinspect: change('POST /loans/reinspect', {
    subject: loan,
    requires: 'applications.assign',
    args: { reason: Reason },
    when: loanFlow.can('reinspect'),
  }),
}
