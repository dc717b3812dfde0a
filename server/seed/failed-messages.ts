import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/base/database.ts'
import { failedMessageRows, outboxRows } from '#server/kernel/base/tables.ts'
import { payoutQueryTopic, payoutTopic } from '#server/modules/payouts/steps.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'

/** Of what is under way in a demo one message is tried again; another was given up, of a pay-out that has arrived since. */
export async function addFailedMessages(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const dayAgo = sql`${at} - interval '1 day'`
  await db.execute(sql`
    update ${outboxRows} set attempts = 3, error = 'the channel did not answer in 10 s'
    where id = (select id from outbox where topic = ${payoutTopic} and state = 'waiting' order by next_at desc limit 1)`)
  await db.execute(sql`
    insert into ${outboxRows} (topic, key, body, state, attempts, error, next_at, at)
    select ${payoutQueryTopic}, id || ' 1', jsonb_build_object('payoutId', id), 'dead', 14, 'the channel answered 503',
      ${dayAgo}, ${dayAgo}
    from ${payoutRows} where state = 'success' order by id desc limit 1`)
  await db.execute(sql`
    insert into ${failedMessageRows} (id, message_id, failed_at)
    select id::text, id, at from ${outboxRows} where error is not null`)
}
