import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Preview } from '#contract/batches.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import { type Context, Refusal } from '#server/kernel/implement.ts'
import { stepUpDue } from '#server/kernel/step-up.ts'
import { hindranceOf, mustBeCommand, type Wanted } from './freeze.ts'
import { foresee } from './preview.ts'
import { startRun } from './start.ts'
import { batchItemRows, batchRows } from './store.ts'

type Id = IdOf<'batch'>
type Run = typeof batchRows.$inferSelect

/** How long a preview may be looked at before it has to be made again. */
const previewMs = 15 * 60_000

/**
 * What the caller has previewed a while ago and not run, locked.
 * @throws Refusal `not_found`, `preview_used`, `preview_expired`.
 */
export async function mustBeFresh(id: Id, { tx, actor, now }: Context): Promise<Run> {
  const [row] = await tx.select().from(batchRows).where(eq(batchRows.id, id)).for('update')
  if (row?.makerId !== actor.id) throw new Refusal('not_found')
  if (row.state !== 'validated') throw new Refusal('preview_used')
  if (now.getTime() - row.createdAt.getTime() > previewMs) throw new Refusal('preview_expired')
  return row
}

/** Why the caller may not start a run alone; null where they may. */
export const hindranceTo = ({ command, count }: Run, context: Context): Refusal | null =>
  hindranceOf(mustBeCommand(command, context), count, context)

/** What a run that was frozen earlier would do now if the caller started it. */
export async function foreseen(id: Id, context: Context): Promise<Preview> {
  const [row] = await context.tx.select().from(batchRows).where(eq(batchRows.id, id))
  return foresee({ ...row!, args: row!.args as Wanted['args'] }, context) // as they were frozen
}

/**
 * Has a run of frozen rows start, in this transaction, as the caller. Answers what does the rows, once it is committed.
 * @throws Refusal where the caller may not.
 */
export async function startFrozen(id: Id, context: Context): Promise<() => Promise<unknown>> {
  const { tx, now, actor } = context
  const [row] = await tx.select().from(batchRows).where(eq(batchRows.id, id)).for('update')
  const { command, count, makerId, state } = row!
  if (state !== 'validated') throw new Refusal('preview_used')
  const entry = mustBeCommand(command, context)
  const hindrance = stepUpDue(entry.endpoint, context) ?? hindranceOf(entry, count, context)
  if (hindrance) throw hindrance
  const checkerId = actor.id === makerId ? null : actor.id
  await tx.update(batchRows).set({ state: 'running', startedAt: now, checkerId }).where(eq(batchRows.id, id))
  return () => startRun(id, entry, count, context)
}

/** Which of some runs is for a row that another run is for as well. */
export async function sharingRows(tx: Db, id: Id, others: readonly Id[]): Promise<Id | null> {
  if (others.length === 0) return null
  const theirs = alias(batchItemRows, 'theirs')
  const [shared] = await tx
    .select({ id: theirs.batchId })
    .from(theirs)
    .where(
      and(
        inArray(theirs.batchId, [...others]),
        exists(
          tx
            .select({ one: sql`1` })
            .from(batchItemRows)
            .where(and(eq(batchItemRows.batchId, id), eq(batchItemRows.rowId, theirs.rowId))),
        ),
      ),
    )
    .limit(1)
  return shared?.id ?? null
}
