import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { PaymentEvent } from '#contract/payments.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { paymentTimedOut } from '#server/modules/settlements/steps.ts'
import { queryChannel, signaturesOf } from './gateway.ts'
import { receiveWebhook } from './payment-webhook.ts'
import { expireLinks, paymentChannel } from './steps/links.ts'
import { paymentRows } from './store.ts'

/** The topic that questions about payments leave under. */
export const paymentQueryTopic = 'payments.query'

const as = 'sweepPaying'
const minuteMs = 60_000
const atOnce = 200

/** What the channel says of a payment now, as something to be done about it; null while it says nothing. */
async function queryPayment(id: IdOf<'payment'>, app: AppContext) {
  const [payment] = await app.database.db.select().from(paymentRows).where(eq(paymentRows.id, id))
  if (!payment?.platformRef) return null
  const answer = await queryChannel(payment, app)
  if (!answer || 'pending' in answer) return null
  const secrets = await signaturesOf(payment.linkId, app, app.database.db)
  const event = mustBeSigned(PaymentEvent, answer, paymentChannel, { secrets })
  return event.outcome === 'paying' ? null : (tx: Db) => receiveWebhook(tx, event, app.clock.now(), app)
}

/**
 * Asks the channel about payments it has said nothing about for so long, and gives up those it still knows nothing of;
 * ends links that were not used in time. Money that turns up later counts then. Running it again does nothing.
 */
export const sweepPaying: TaskRunner = async (app) => {
  const { db } = app.database
  const silentMs = (await parameter(db, 'payment.silentMinutes')) * minuteMs
  const before = new Date(app.clock.now().getTime() - silentMs)
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
  const giveUp = (id: IdOf<'payment'>) => (tx: Db) => paymentTimedOut(tx, id, { actor: as, now: app.clock.now() }, app)
  const one = async (id: IdOf<'payment'>) => (await queryPayment(id, app)) ?? giveUp(id)
  const links = await expireLinks(db, app.clock.now())
  const { done, refused } = await forEachRow({ as, next, one }, app)
  return { done: done + links, refused }
}

/** Asks the channel about one payment, because somebody wants to know. */
export const paymentQueryPort =
  (app: AppContext): Port =>
  async ({ body }) => {
    const act = await queryPayment(body.paymentId as IdOf<'payment'>, app) // as `query` has posted it
    if (!act) return
    await app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, as)
      await act(tx)
    })
  }
