import { sql } from 'drizzle-orm'
import { type ConductCheck, conductCheck, conductChecks } from '#contract/conduct-checks.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { claimNextOf } from '#server/kernel/sampling/claim.ts'
import { aiRecordRows } from '#server/modules/ai-records/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { conductCheckSource } from './source.ts'
import { conductCheckRows as rows } from './store.ts'

/** What can be listened to; customers who complain come first. */
const queue = {
  table: rows,
  from: sql`${rows} q left join ${callRows} c on c.id = q.call_id left join ${aiRecordRows} r on r.id = q.record_id`,
  where: sql`coalesce(c.recording_key, r.recording_key) is not null`,
  about: sql`coalesce(q.collector_id, '')`,
  order: sql`(q.rule = 'complaint') desc, q.drawn_at, q.id`,
  source: conductCheckSource,
  requires: conductChecks.claimNext.requires,
}

/** The next check for whoever asks; null where nothing waits. */
export async function claimNext(call: Call): Promise<{ check: ConductCheck | null }> {
  const { tx, actor, app } = call
  const id = await claimNextOf<IdOf<'conductCheck'>>(queue, call)
  if (!id) return { check: null }
  call.note({ objectId: id })
  const access = { actor, scopes: actor.scopesOf(conductChecks.claimNext.requires), app }
  const found = await findOne(tx, rowSource(conductCheck, conductCheckSource), id, access)
  return { check: found as ConductCheck } // by its fields
}
