import { and, asc, eq, lt } from 'drizzle-orm'
import { enter } from '#server/kernel/call.ts'
import type { Job } from '#server/kernel/jobs.ts'
import { type GatewayAddress, payoutChannel, queryGateway } from './gateway.ts'
import { mustBeResult, resolvePayout } from './resolve.ts'
import { payoutRows } from './store.ts'

/** A channel that has said nothing for so long is asked. */
const silentMs = 2 * 60_000
const atOnce = 200

/** Asks the channel about pay-outs it has not called back about. */
export const queryPayouts = (address: () => GatewayAddress): Job => ({
  id: 'queryPayout',
  cron: '* * * * *',
  async run(ground) {
    const { db } = ground.database
    const silent = and(
      eq(payoutRows.state, 'paying'),
      lt(payoutRows.requestedAt, new Date(ground.clock.now().getTime() - silentMs)),
    )
    const waiting = await db.select().from(payoutRows).where(silent).orderBy(asc(payoutRows.requestedAt)).limit(atOnce)
    for (const { id } of waiting) {
      const answer = await queryGateway(ground, address(), id)
      if (!answer || 'pending' in answer) continue
      const result = mustBeResult(answer.payload, answer.signature, ground)
      await db.transaction(async (tx) => {
        await enter(tx, payoutChannel)
        await resolvePayout(tx, result, ground.clock.now(), ground)
      })
    }
  },
})
