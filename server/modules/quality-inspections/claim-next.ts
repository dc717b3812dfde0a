import { type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { inspectionLockMs } from '#contract/quality-inspections/flow.ts'
import { type QualityInspection, qualityInspection } from '#contract/quality-inspections/row.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { qualityInspectionSource } from './source.ts'
import { qualityInspectionRows as rows } from './store.ts'

type InspectionId = IdOf<'qualityInspection'>

/** When a lock that is taken now runs out. */
const lockEnd = (now: Date): Date => new Date(now.getTime() + inspectionLockMs)

const codes = (event: 'inspect' | 'reinspect') =>
  sql.join(
    loanFlow.from(event).map((code) => sql`${code}::int`),
    sql`, `,
  )

/**
 * Takes the first of the queue: whoever asks at the same moment skips what is being taken (`skip locked`) and gets the
 * next. What money still waits for comes first: there a fault that is found keeps it.
 */
async function take({ tx, actor, now }: Pick<Call, 'tx' | 'actor' | 'now'>): Promise<InspectionId | undefined> {
  const next = (free: SQL) => sql`select q.id from ${rows} q join ${loanRows} l on l.id = q.loan_id
    where q.state = 'notInspected' and ${free} and q.reviewer_id <> ${actor.id} and l.state in (${codes('inspect')})
    order by (l.state in (${codes('reinspect')})) desc, q.drawn_at, q.id limit 1 for update of q skip locked`
  const waiting = next(sql`q.inspector_id is null`)
  const left = next(sql`q.locked_until <= ${now.toISOString()}::timestamptz`)
  for (const one of [waiting, left]) {
    const [taken] = await rowsOf<{ id: InspectionId }>(
      tx,
      sql`update ${rows} set inspector_id = ${actor.id}, locked_until = ${lockEnd(now).toISOString()}
          where id = (${one}) returning id`,
    )
    if (taken) return taken.id
  }
  return undefined
}

/** What somebody has claimed and not inspected yet; theirs for as long again. */
async function claimed({ tx, actor, now }: Pick<Call, 'tx' | 'actor' | 'now'>): Promise<InspectionId | undefined> {
  const first = sql`select q.id from ${rows} q join ${loanRows} l on l.id = q.loan_id
    where q.inspector_id = ${actor.id} and q.state = 'notInspected' and l.state in (${codes('inspect')})
    order by q.drawn_at, q.id limit 1 for update of q skip locked`
  const [one] = await rowsOf<{ id: InspectionId }>(
    tx,
    sql`update ${rows} set locked_until = ${lockEnd(now).toISOString()} where id = (${first}) returning id`,
  )
  return one?.id
}

/** The next inspection for whoever asks; null where nothing waits. */
export async function claimNext(call: Call): Promise<{ inspection: QualityInspection | null }> {
  const { tx, actor, app } = call
  const id = (await claimed(call)) ?? (await take(call))
  if (!id) return { inspection: null }
  call.note({ objectId: id })
  const access = { actor, scopes: actor.scopesOf(qualityInspections.claimNext.requires), app }
  const found = await findOne(tx, rowSource(qualityInspection, qualityInspectionSource), id, access)
  return { inspection: found as QualityInspection } // by its fields
}
