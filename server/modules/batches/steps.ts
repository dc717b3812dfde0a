import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Preview } from '#contract/batches.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context, RegistryEntry } from '#server/kernel/call/context.ts'
import { estimate } from './preview.ts'
import { openArgs } from './sealed-args.ts'
import { type BatchRequest, blockerOf, mustBeCommand, snapshotSelection } from './snapshot-selection.ts'
import { startRun } from './start.ts'
import { batchStepUpDue } from './step-up.ts'
import type { StoredBatch } from './store.ts'
import { batchItemRows, batchRows } from './store.ts'

type Id = IdOf<'batch'>

/** How long a preview may be looked at before it has to be made again. */
const previewMs = 15 * 60_000

/**
 * What the caller has previewed a while ago and not run, locked.
 * @throws Refusal `not_found`, `preview_used`, `preview_expired`.
 */
export async function mustBeFreshPreview(id: Id, { tx, actor, now }: Context): Promise<StoredBatch> {
  const [row] = await tx.select().from(batchRows).where(eq(batchRows.id, id)).for('update')
  if (row?.makerId !== actor.id) throw new Refusal('not_found')
  if (row.state !== 'validated') throw new Refusal('preview_used')
  if (now.getTime() - row.createdAt.getTime() > previewMs) throw new Refusal('preview_expired')
  return row
}

/** Whether a call answers something that is told once, and that a run would lose: a new password. */
const answersOnce = ({ endpoint: { secrets = [], input } }: RegistryEntry): boolean =>
  secrets.some((name) => !(name in input.shape))

/** As whom a run goes on: the caller; or whoever made it, with its rows released by the caller. */
type RunsAs = Actor | null

/** What a run that was frozen earlier would do now if the caller started it, or released its rows. */
export async function estimateSnapshot(id: Id, context: Context, maker: RunsAs = null): Promise<Preview> {
  const [row] = await context.tx.select().from(batchRows).where(eq(batchRows.id, id))
  const runner = maker ? { ...context, actor: maker } : context
  const frozen = { ...row!, args: openArgs(mustBeCommand(row!.command, runner), row!.args, context) }
  return estimate(frozen, runner, {
    releasedBy: maker ? context.actor.id : undefined,
  })
}

/**
 * Has a run of frozen rows start, in this transaction, as the caller, or as `maker`, whose rows the caller releases. Answers
 * what does the rows, once it is committed.
 * @throws Refusal where they may not.
 */
export async function startSnapshot(id: Id, context: Context, maker: RunsAs = null): Promise<() => Promise<unknown>> {
  const { tx, now, actor } = context
  const [row] = await tx.select().from(batchRows).where(eq(batchRows.id, id)).for('update')
  const { command, count, makerId, state } = row!
  if (state !== 'validated') throw new Refusal('preview_used')
  const runner = maker ? { ...context, actor: maker } : context
  const entry = mustBeCommand(command, runner)
  if (answersOnce(entry)) throw new Refusal('answers_once')
  // who may not at all is not asked for a proof first
  const blocker = blockerOf(entry, count, context) ?? (await batchStepUpDue(entry, row!, context))
  if (blocker) throw blocker
  const checkerId = actor.id === makerId ? null : actor.id
  const started = { state: 'running' as const, startedAt: now, checkerId, rowsReleased: maker !== null }
  await tx.update(batchRows).set(started).where(eq(batchRows.id, id))
  return () => startRun(id, entry, count, runner)
}

/**
 * Takes a snapshot of a selection and has the run of it start, in this transaction, as the caller. `run` does the rows, once
 * it is committed.
 * @throws Refusal where the caller may not, or the selection is none.
 */
export async function startSelection(
  request: BatchRequest,
  context: Context,
): Promise<{ readonly id: Id; readonly run: () => Promise<unknown> }> {
  const { id } = await snapshotSelection(mustBeCommand(request.command, context), request, context)
  return { id, run: await startSnapshot(id, context) }
}

/** Which of some runs is for a row that another run is for as well. */
export async function overlappingBatch(tx: Db, id: Id, others: readonly Id[]): Promise<Id | null> {
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
