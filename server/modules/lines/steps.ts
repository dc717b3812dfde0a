import { sql } from 'drizzle-orm'
import { type CallWay, kindsByWay } from '#contract/lines.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { lineRows } from './store.ts'

/** Who signs, and is signed to: the dialler, which lines and calls go by. */
export const diallerChannel = 'dialler'

/** Whoever writes lines waits for whoever does already: a number is one line's, and nobody has two of a kind. */
export const lockLines = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('lines', 0))`)

/** A line that somebody calls by, and whose it is. */
type CallLine = Pick<typeof lineRows.$inferSelect, 'id' | 'number' | 'kind' | 'providerId'>

/**
 * The line that somebody calls by: their own, else one of their agency, else one of the house; of several the one that
 * was used longest ago, and one that phones warn of only where there is no other. A seat that nobody has rings where nobody
 * sits, or somebody else: nobody calls by it. None: they call by their own phone.
 */
export async function lineFor(tx: Db, way: CallWay, { id, unitPath }: Actor): Promise<CallLine | null> {
  const units = unitPath.split('/').filter(Boolean)
  const own = sql`(l.staff_id is not distinct from ${id})`
  const [line] = await rowsOf<CallLine>(
    tx,
    sql`select l.id, l.number, l.kind, l.provider_id as "providerId" from ${lineRows} l
      where l.state = 'enabled' and l.kind in ${kindsByWay[way]}
        and (${own} or (l.kind <> 'seat' and l.staff_id is null and (l.agency_id is null or l.agency_id in ${units})))
      order by l.spam, ${own} desc, l.agency_id is null,
        (select max(c.began_at) from ${callRows} c where c.line_id = l.id) nulls first, l.id
      limit 1`,
  )
  return line ?? null
}
