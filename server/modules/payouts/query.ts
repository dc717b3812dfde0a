import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { enter } from '#server/kernel/call.ts'
import type { Db } from '#server/kernel/database.ts'
import { goThrough } from '#server/kernel/each.ts'
import type { Ground } from '#server/kernel/ground.ts'
import type { Work } from '#server/kernel/jobs.ts'
import type { Port } from '#server/kernel/outbox.ts'
import { type GatewayAddress, payoutChannel, queryGateway } from './gateway.ts'
import { mustBeResult, resolvePayout } from './resolve.ts'
import { payoutRows } from './store.ts'

/** A channel that has said nothing for so long is asked, every minute. */
const silentMs = 2 * 60_000
/** One that still says nothing is asked once an hour: in the minute of the hour in which the pay-out was sent. */
const hourMs = 3_600_000
const atOnce = 200

/** What the channel says of a pay-out now, as something to be done about it; null while it says nothing. */
async function ask(id: IdOf<'payout'>, ground: Ground, address: GatewayAddress) {
  const answer = await queryGateway(ground, address, id)
  if (!answer || 'pending' in answer) return null
  const result = mustBeResult(answer.payload, answer.signature, ground)
  return (tx: Db) => resolvePayout(tx, result, ground.clock.now(), ground)
}

/** Asks the channel about pay-outs it has not called back about. */
export const queryPayouts =
  (address: () => GatewayAddress): Work =>
  (ground) => {
    const now = ground.clock.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const minute = sql`extract(minute from ${payoutRows.requestedAt} at time zone 'UTC') = ${now.getUTCMinutes()}`
    const asked = or(gt(payoutRows.requestedAt, ago(hourMs)), minute)
    const next = async (db: Db, after: IdOf<'payout'> | null) => {
      const silent = and(eq(payoutRows.state, 'paying'), lt(payoutRows.requestedAt, ago(silentMs)), asked)
      const rows = await db
        .select({ id: payoutRows.id })
        .from(payoutRows)
        .where(and(silent, after ? gt(payoutRows.id, after) : undefined))
        .orderBy(asc(payoutRows.id))
        .limit(atOnce)
      return rows.map(({ id }) => id)
    }
    return goThrough({ as: payoutChannel, next, one: (id) => ask(id, ground, address()) }, ground)
  }

/** Asks the channel about one pay-out, because somebody wants to know. */
export const queryPort =
  (ground: Ground, address: () => GatewayAddress): Port =>
  async ({ body }) => {
    const act = await ask(body.payoutId as IdOf<'payout'>, ground, address()) // as `queryPayout` has posted it
    if (!act) return
    await ground.database.db.transaction(async (tx) => {
      await enter(tx, payoutChannel)
      await act(tx)
    })
  }
