import { payouts } from '#contract/payouts.ts'
import { implement } from '#server/kernel/implement.ts'
import { payoutChannel } from './gateway.ts'
import { mustBeResult, resolvePayout } from './resolve.ts'

/** Orders to pay money out, and what becomes of them. */
export default implement(payouts, {
  async callback({ payload, signature }, { tx, now, ground, note }) {
    note({ actorName: payoutChannel, noun: 'loans' })
    const result = mustBeResult(payload, signature, ground)
    note({ objectId: result.payoutId.split('-')[0]!, reason: result.failure?.text ?? null, after: result })
    await resolvePayout(tx, result, now, ground)
    return { received: true }
  },
})
