import { and, desc, eq, gte, ne } from 'drizzle-orm'
import { businessDate, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { CallWay } from '#contract/lines.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { followUpRows } from '../store.ts'

interface Caller {
  readonly caseId: IdOf<'case'>
  readonly staffId: IdOf<'staff'>
  readonly way: CallWay
}

/** Whether somebody has reached out about a case today, and has not noted yet what came of it. */
export async function hasUnnotedCall(
  tx: Db,
  { caseId, staffId, way }: Caller,
  { app, now }: Pick<Context, 'app' | 'now'>,
): Promise<boolean> {
  const { country } = app.clock
  const midnight = new Date(startOfDay(businessDate(toInstant(now), country), country))
  const theirs = and(eq(callRows.caseId, caseId), eq(callRows.staffId, staffId), eq(callRows.way, way))
  const [call] = await tx
    .select({ at: callRows.beganAt })
    .from(callRows)
    .where(and(theirs, eq(callRows.direction, 'out'), ne(callRows.state, 'failed'), gte(callRows.beganAt, midnight)))
    .orderBy(desc(callRows.beganAt))
    .limit(1)
  if (!call) return false
  const since = and(eq(followUpRows.caseId, caseId), eq(followUpRows.way, way), gte(followUpRows.at, call.at))
  const [noted] = await tx.select({ id: followUpRows.id }).from(followUpRows).where(since).limit(1)
  return !noted
}
