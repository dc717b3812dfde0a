import { z } from 'zod'
import { AppRelease } from '../apps.ts'
import { change, write } from '../kernel/endpoint.ts'
import { Currency, Id, offering } from '../kernel/values.ts'
import { webhook, webhookFaults } from '../kernel/webhook.ts'
import { loanFlow } from './flow.ts'
import { loan } from './row.ts'

const reasonMax = 500
/** Why something is done to an order, for whoever reads its history. */
export const Reason = z.string().trim().min(1).max(reasonMax)

/** What a customer asks for. `payload` of `loans.submit` holds it as JSON, exactly as it was signed. */
export const LoanRequest = z.object({
  /** Idempotency key of the app: sent again, it is the same application. */
  ref: z.string().min(1).max(60),
  customerId: Id('customer'),
  productId: Id('product'),
  amountMinor: z.int().min(1),
  currency: Currency,
  tenureDays: z.int().min(1),
  /** The app it was made in, and its release; without, the app of the product. */
  app: z.string().max(40).optional(),
  release: AppRelease.optional(),
  /** The device it was made on, as the app knows it. */
  device: z.string().min(4).max(64).optional(),
})
export type LoanRequest = z.output<typeof LoanRequest>

/** The customer app hands in an application. It may send one twice. */
export const submit = write('POST /callbacks/applications', {
  ...webhook,
  output: z.object({ loanId: Id('loan'), state: loanFlow.State }),
  faults: [
    ...webhookFaults,
    ...(['unknown_customer', 'customer_not_enabled', 'customer_blacklisted'] as const),
    ...(['app_disabled', 'update_needed'] as const),
    ...(['order_open', 'cooling_down', 'product_not_offered', 'outside_level', 'wrong_currency'] as const),
  ],
})

/** Why an approved application is to be reviewed again. */
export const ReinspectReason = offering(Reason, 'reopening', [
  ...['newDocuments', 'dataChanged', 'wrongDecision', 'customerAsked'],
])

/** What managers do about an application that was approved. */
export const reinspecting = {
  /** Sends an approved application that was not paid out yet back to be reviewed again. */
  reinspect: change('POST /loans/reinspect', {
    subject: loan,
    requires: 'applications.assign',
    args: { reason: ReinspectReason },
    when: loanFlow.can('reinspect'),
  }),
}
