import { z } from 'zod'
import { api, write } from './kernel/endpoint.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'
import { ChannelUtr } from './payments.ts'

/**
 * Pay-out webhook: what a channel says of a pay-out it was given. `payload` holds it as JSON, exactly as it was signed.
 */
export const PayoutResult = z.object({
  /** The id the pay-out was ordered under. */
  payoutId: z.string().max(60),
  outcome: z.enum(['paid', 'failed']),
  amountMinor: z.int().min(0),
  currency: z.string(),
  /** What the channel calls it. */
  channelRef: z.string().max(80),
  utr: ChannelUtr,
  failure: z.object({ code: z.string().max(40), text: z.string().max(200) }).nullable(),
})
export type PayoutResult = z.output<typeof PayoutResult>

/** Orders to pay money out. */
export const payouts = api('payouts', {
  /** A channel tells how a pay-out ended. It may say so late, twice, and in any order. */
  callback: write('POST /callbacks/payouts', {
    ...webhook,
    output: z.object({ received: z.boolean() }),
    faults: [...webhookFaults, 'unknown_payout', 'amount_differs'],
    touches: ['loans', 'plans'],
  }),
})
