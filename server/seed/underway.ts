import { sql } from 'drizzle-orm'
import { loanCode as codes } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { decisionTopic } from '#server/modules/loans/decision/decide.ts'
import { payoutTopic } from '#server/modules/payouts/steps.ts'

/** How long it takes until everything has gone on that was under way when the book ended. */
const within = '2 hours'

/**
 * Posts what orders that are under way wait for, evenly over the next hours: applications are decided, and pay-outs
 * reach the channel. Without it they would stay as they are for ever.
 */
export async function postUnderway(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const nextAt = sql`${at} + ${within}::interval * row_number() over (order by id) / count(*) over ()`
  await db.execute(sql`
    insert into outbox (topic, key, body, next_at, at)
    select ${decisionTopic}, id || '-' || resubmits, jsonb_build_object('loanId', id), ${nextAt}, ${at}
    from loans where state = ${codes.reviewing}`)
  await db.execute(sql`
    insert into outbox (topic, key, body, next_at, at)
    select ${payoutTopic}, id, jsonb_build_object('payoutId', id), ${nextAt}, ${at}
    from payouts where state = 'paying'`)
}
