import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Requirement } from '#contract/kernel/rights.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { idWithinScope, type RowsWithinScope } from '#server/kernel/listing/source.ts'
import { inspectionLockEnd } from './inspection.ts'

/** Queue of inspections, which `q` is the name of one in. */
interface InspectionQueue {
  readonly table: PgTable
  /** `q`, and what is joined to it. */
  readonly from: SQL
  /** Which of what waits can be inspected now. */
  readonly where: SQL
  /** Whom it is about: nobody inspects what they have done. */
  readonly about: SQL
  readonly order: SQL
  /** Whose rows `q` are, and by which right they are claimed: nobody claims what they do not see. */
  readonly source: RowsWithinScope
  readonly requires: Requirement
}

/**
 * Claims the next of a queue for whoever asks: what they have claimed, theirs for as long again; then what waits; then what
 * somebody else has left. Whoever asks at the same moment skips what is being taken (`skip locked`) and gets the next.
 */
export async function claimNextOf<Id extends string>(
  { table, from, where, about, order, source, requires }: InspectionQueue,
  { tx, actor, now }: Pick<Context, 'tx' | 'actor' | 'now'>,
): Promise<Id | undefined> {
  const lockedUntil = inspectionLockEnd(now).toISOString()
  const seen = idWithinScope(source, sql`q.id`, { actor, scopes: actor.scopesOf(requires) })
  const first = (free: SQL, by: SQL) => sql`select q.id from ${from}
    where q.state = 'notInspected' and ${where} and ${seen} and ${free} order by ${by} limit 1 for update of q skip locked`
  const ofOthers = sql`${about} <> ${actor.id}`
  const turns = [
    first(sql`q.inspector_id = ${actor.id}`, sql`q.drawn_at, q.id`),
    first(sql`q.inspector_id is null and ${ofOthers}`, order),
    first(sql`(q.locked_until is null or q.locked_until <= ${now.toISOString()}::timestamptz) and ${ofOthers}`, order),
  ]
  for (const one of turns) {
    const [taken] = await rowsOf<{ id: Id }>(
      tx,
      sql`update ${table} set inspector_id = ${actor.id}, locked_until = ${lockedUntil} where id = (${one}) returning id`,
    )
    if (taken) return taken.id
  }
  return undefined
}
