import { and, asc, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { PayoutResult } from '#contract/payouts.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext, TaskRunner } from '#server/kernel/call/context.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { forEachRow } from '#server/kernel/jobs/for-each-row.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { queryGateway, signaturesOf } from './gateway.ts'
import { resolvePayout } from './resolve.ts'
import { payoutChannel } from './steps.ts'
import { payoutRows } from './store.ts'

/** A channel that has said nothing for so long is asked, every minute. */
const silentMs = 2 * 60_000
/** One that still says nothing is asked once an hour: in the minute of the hour in which the pay-out was sent. */
const hourMs = 3_600_000
const atOnce = 200

/** What the channel says of a pay-out now, as something to be done about it; null while it says nothing. */
async function queryPayout(id: IdOf<'payout'>, app: AppContext) {
  const answer = await queryGateway(id, app)
  if (!answer || 'pending' in answer) return null
  const secrets = await signaturesOf(id, app, app.database.db)
  const result = mustBeSigned(PayoutResult, answer, payoutChannel, { secrets })
  return (tx: Db) => resolvePayout(tx, result, app.clock.now(), app)
}

/** Asks the channel about pay-outs it has not called back about. */
export const queryPayouts: TaskRunner = (app) => {
  const now = app.clock.now()
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
  return forEachRow({ as: payoutChannel, next, one: (id) => queryPayout(id, app) }, app)
}

/** Asks the channel about one pay-out, because somebody wants to know. */
export const payoutQueryPort =
  (app: AppContext): Port =>
  async ({ body }) => {
    const act = await queryPayout(body.payoutId as IdOf<'payout'>, app) // as `queryPayout` has posted it
    if (!act) return
    await app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, payoutChannel)
      await act(tx)
    })
  }
