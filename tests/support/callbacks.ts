import { toInstant } from '#contract/kernel/calendar.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'

/** A signed callback, and where it is sent. */
export interface Callback {
  readonly path: '/callbacks/payouts' | '/callbacks/payments'
  readonly body: { readonly payload: string; readonly signature: string }
}

/** Orders of ₹5,000: those whose first pay-out is under way, and those that owe ₹5,210. */
interface Orders {
  readonly paying: readonly string[]
  readonly owed: readonly string[]
}

/** What the channels call back with: every pay-out was paid, and every debt. */
export function callbacksFor(secrets: Secrets, { paying, owed }: Orders, now: Date): Callback[] {
  const signed = (path: Callback['path'], channel: string, said: object): Callback => {
    const payload = JSON.stringify(said)
    return { path, body: { payload, signature: secrets.sign(channel, payload) } }
  }
  const utr = (kind: number, i: number) => `${kind}${String(i).padStart(11, '0')}`
  const paid = paying.map((id, i) =>
    signed('/callbacks/payouts', payoutChannel, {
      ...{ payoutId: `${id}-1`, outcome: 'paid', amountMinor: 425_000, currency: 'INR', channelRef: `C${i}` },
      ...{ utr: utr(1, i), failure: null },
    }),
  )
  const at = toInstant(now)
  const received = owed.map((loanId, i) =>
    signed('/callbacks/payments', paymentChannel, {
      ...{ ref: `P${i}`, loanId, linkId: null, by: 'eWallet', outcome: 'success', amountMinor: 521_000, at },
      ...{ currency: 'INR', paymentNo: `PN${i}`, utr: utr(2, i), upi: null, costMinor: 0, failure: null },
    }),
  )
  return paid.flatMap((one, i) => [one, ...received.slice(i, i + 1)])
}
