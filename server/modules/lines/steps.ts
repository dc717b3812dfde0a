import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { IdOf, Ref } from '#contract/kernel/values.ts'
import { type CallWay, kindsByWay } from '#contract/lines.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { lineCallRows, lineRows } from './store.ts'

/** Who signs questions about lines. */
export const lineTester = 'dialler'

/** Somebody who is called, about an order. */
interface OutgoingCall {
  readonly loanId: IdOf<'loan'>
  readonly way: CallWay
}

/**
 * The line that somebody calls by: their own, else one of their agency, else one of the house; of several the one that
 * was used longest ago, and one that phones warn of only where there is no other. None: they call by their own phone.
 */
async function lineFor(tx: Db, way: CallWay, { id, unitPath }: Actor): Promise<Ref<'line'> | null> {
  const units = unitPath.split('/').filter(Boolean)
  const own = sql`(l.staff_id is not distinct from ${id})`
  const [line] = await rowsOf<Ref<'line'>>(
    tx,
    sql`select l.id, l.number as name from ${lineRows} l
      where l.state = 'enabled' and l.kind in ${kindsByWay[way]}
        and (${own} or (l.staff_id is null and (l.agency_id is null or l.agency_id in ${units})))
      order by l.spam, ${own} desc, l.agency_id is null,
        (select max(c.at) from ${lineCallRows} c where c.line_id = l.id) nulls first, l.id
      limit 1`,
  )
  return line ?? null
}

/** Writes down that a customer is called, and answers by which line. The record has its number. */
export async function recordCall(
  { loanId, way }: OutgoingCall,
  { tx, actor, now, note }: Pick<Context, 'tx' | 'actor' | 'now' | 'note'>,
): Promise<Ref<'line'> | null> {
  const line = await lineFor(tx, way, actor)
  await tx.insert(lineCallRows).values({ lineId: line?.id ?? null, staffId: actor.id, loanId, way, at: now })
  if (line) note({ reason: line.name })
  return line
}

/** Notes of the last call about an order whether anybody was spoken to. */
export async function recordResult(tx: Db, loanId: IdOf<'loan'>, connected: boolean): Promise<void> {
  const [last] = await tx
    .select({ id: lineCallRows.id })
    .from(lineCallRows)
    .where(and(eq(lineCallRows.loanId, loanId), eq(lineCallRows.way, 'phone'), isNull(lineCallRows.connected)))
    .orderBy(desc(lineCallRows.at), desc(lineCallRows.id))
    .limit(1)
  if (last) await tx.update(lineCallRows).set({ connected }).where(eq(lineCallRows.id, last.id))
}
