import { PayoutResult, payouts } from '#contract/payouts.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { claimIn, mustBeSigned } from '#server/kernel/call/webhook.ts'
import { signaturesOf } from './gateway.ts'
import { resolvePayout } from './resolve.ts'
import { payoutChannel } from './steps.ts'

/** Handlers of `payouts`: orders to pay money out, and what becomes of them. */
export default implement(payouts, {
  async callback(sent, { tx, now, app, note }) {
    note({ actorName: payoutChannel, noun: 'loans' })
    const secrets = await signaturesOf(claimIn(sent, 'payoutId'), app, tx)
    const result = mustBeSigned(PayoutResult, sent, payoutChannel, { secrets })
    note({ objectId: result.payoutId.split('-')[0]!, reason: result.failure?.text ?? null, after: result })
    await resolvePayout(tx, result, now, app)
    return { received: true }
  },
})
