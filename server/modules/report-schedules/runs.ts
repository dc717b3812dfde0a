import { and, eq, lte, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { reportRunRows } from './store.ts'

export type Run = typeof reportRunRows.$inferSelect
export type RunId = IdOf<'reportRun'>
type Clocked = Pick<AppContext, 'database' | 'clock'>

/** After so long somebody else takes up what nobody has said the end of: longer than the longest file and its mail take. */
const leaseMs = 15 * 60_000
const leaseFrom = (now: Date): Date => new Date(now.getTime() + leaseMs)

/** Takes up a file that is due; null where somebody else has. */
export async function take(id: RunId, { database: { db }, clock }: Clocked): Promise<Run | null> {
  const now = clock.now()
  const [run] = await db
    .update(reportRunRows)
    .set({ state: 'running', attempts: sql`${reportRunRows.attempts} + 1`, nextAt: leaseFrom(now) })
    .where(and(eq(reportRunRows.id, id), lte(reportRunRows.nextAt, now)))
    .returning()
  return run ?? null
}

/** Unless somebody else has taken it up meanwhile. */
const isStillMine = ({ id, attempts }: Run) => and(eq(reportRunRows.id, id), eq(reportRunRows.attempts, attempts))

/**
 * Writes down that the mail server gets the mail of a file from now on, before it does: whoever finds it so later knows
 * that it may have gone out. @throws Error where somebody else has taken it up.
 */
export async function beginMail(
  run: Run,
  { rows, bytes }: Pick<Run, 'rows' | 'bytes'>,
  { database: { db }, clock }: Clocked,
): Promise<void> {
  const [mine] = await db
    .update(reportRunRows)
    .set({ rows, bytes, mail: 'sending', nextAt: leaseFrom(clock.now()) })
    .where(and(isStillMine(run), eq(reportRunRows.mail, 'waiting')))
    .returning({ id: reportRunRows.id })
  if (!mine) throw new Error('the mail of this file is waited for no more')
}

/** Says how a file ended, unless somebody else has taken it up meanwhile. */
export async function settle(tx: Db, run: Run, ended: Partial<Run>): Promise<void> {
  await tx.update(reportRunRows).set(ended).where(isStillMine(run))
  await announceRows(tx, 'reportSchedules')
}
