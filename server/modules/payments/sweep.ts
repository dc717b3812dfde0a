import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { enter } from '#server/kernel/call.ts'
import type { Db } from '#server/kernel/database.ts'
import { goThrough } from '#server/kernel/each.ts'
import type { Ground } from '#server/kernel/ground.ts'
import type { Work } from '#server/kernel/jobs.ts'
import type { Port } from '#server/kernel/outbox.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import type { GatewayAddress } from '#server/modules/payouts/gateway.ts'
import { askChannel } from './gateway.ts'
import { hear, mustBeEvent } from './hear.ts'
import { expireLinks } from './links.ts'
import { timedOut } from './resolve.ts'
import { paymentRows } from './store.ts'

/** The topic that questions about payments leave under. */
export const paymentQueryTopic = 'payments.query'

const as = 'sweepPaying'
const minuteMs = 60_000
const atOnce = 200

/** What the channel says of a payment now, as something to be done about it; null while it says nothing. */
async function ask(id: IdOf<'payment'>, ground: Ground, address: GatewayAddress) {
  const [payment] = await ground.database.db.select().from(paymentRows).where(eq(paymentRows.id, id))
  if (!payment?.platformRef) return null
  const answer = await askChannel(ground, address, payment.platformRef)
  if (!answer || 'pending' in answer) return null
  const event = mustBeEvent(answer.payload, answer.signature, ground)
  return event.outcome === 'paying' ? null : (tx: Db) => hear(tx, event, ground.clock.now(), ground)
}

/**
 * Asks the channel about payments it has said nothing about for so long, and gives up those it still knows nothing of;
 * ends links that were not used in time. Money that turns up later counts then. Running it again does nothing.
 */
export const sweepPaying =
  (address: () => GatewayAddress): Work =>
  async (ground) => {
    const { db } = ground.database
    const silentMs = (await parameter(db, 'payment.silentMinutes')) * minuteMs
    const before = new Date(ground.clock.now().getTime() - silentMs)
    const next = async (tx: Db, after: IdOf<'payment'> | null) => {
      const silent = and(eq(paymentRows.state, 'paying'), lt(paymentRows.createdAt, before))
      const rows = await tx
        .select({ id: paymentRows.id })
        .from(paymentRows)
        .where(and(silent, after ? gt(paymentRows.id, after) : undefined))
        .orderBy(asc(paymentRows.id))
        .limit(atOnce)
      return rows.map(({ id }) => id)
    }
    const giveUp = (id: IdOf<'payment'>) => (tx: Db) => timedOut(tx, id, { actor: as, now: ground.clock.now() }, ground)
    const one = async (id: IdOf<'payment'>) => (await ask(id, ground, address())) ?? giveUp(id)
    const links = await expireLinks(db, ground.clock.now())
    const { done, refused } = await goThrough({ as, next, one }, ground)
    return { done: done + links, refused }
  }

/** Asks the channel about one payment, because somebody wants to know. */
export const paymentQueryPort =
  (ground: Ground, address: () => GatewayAddress): Port =>
  async ({ body }) => {
    const act = await ask(body.paymentId as IdOf<'payment'>, ground, address()) // as `query` has posted it
    if (!act) return
    await ground.database.db.transaction(async (tx) => {
      await enter(tx, as)
      await act(tx)
    })
  }
