import { and, eq, sql } from 'drizzle-orm'
import { batch, batches, type RefusedGroup } from '#contract/batches.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { redacted } from '#server/kernel/base/audit.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { type AccessScope, rowSource } from '#server/kernel/listing/source.ts'
import { boundsOf } from './bounds.ts'
import { batchFile } from './export.ts'
import { preview } from './preview.ts'
import { openArgs } from './sealed-args.ts'
import { type BatchRequest, mustBeCommand, snapshotSelection } from './snapshot-selection.ts'
import { batchSource } from './source.ts'
import { mustBeFreshPreview, startSnapshot } from './steps.ts'
import { batchItemRows, batchRows } from './store.ts'

type Id = IdOf<'batch'>
const place = rowSource(batch, batchSource)

/** One's own run, or any within scope for whoever sees the page of runs. */
async function mustSee(id: Id, { tx, actor, app }: Context) {
  const scopes = ['own' as const, ...actor.scopesOf('batches')]
  const access: AccessScope = { actor, scopes, app }
  const row = await findOne(tx, place, id, access)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Records what is asked for without the secrets among its arguments: those of the command. */
function noteRequest(wanted: BatchRequest, { app, note }: Context): void {
  const secrets = app.registry.entries.get(wanted.command)?.endpoint.secrets
  note({ input: { ...wanted, args: redacted(wanted.args, secrets) } })
}

/** Starts a run of frozen rows, in this transaction; the rows follow once it is committed. */
async function startInCall(id: Id, context: Context) {
  const go = await startSnapshot(id, context)
  context.note({ objectId: id, batchId: id })
  const started = await mustSee(id, context)
  context.afterCommit(go)
  return started as never // read by the fields of `Batch`
}

/** Freezes the rows of a run that were refused, as they are now: a run that names it. */
async function snapshotRefused(id: Id, context: Context): Promise<Id> {
  const { tx } = context
  const [row] = await tx.select().from(batchRows).where(eq(batchRows.id, id))
  const failed = await tx
    .select({ id: batchItemRows.rowId })
    .from(batchItemRows)
    .where(and(eq(batchItemRows.batchId, id), eq(batchItemRows.outcome, 'refused')))
  const selection = { listing: row!.listing, ids: failed.map((item) => item.id) }
  const entry = mustBeCommand(row!.command, context)
  const wanted = { command: row!.command, selection, args: openArgs(entry, row!.args, context) }
  const again = await snapshotSelection(entry, wanted, context)
  await tx.update(batchRows).set({ parentId: id }).where(eq(batchRows.id, again.id))
  return again.id
}

/** The rows of a run that were refused, by reason. */
async function refusedOf(id: Id, { tx, t }: Context): Promise<RefusedGroup[]> {
  const groups = await tx
    .select({
      fault: batchItemRows.fault,
      values: batchItemRows.values,
      count: sql<number>`count(*)::int`,
      ids: sql<string[]>`(array_agg(${batchItemRows.rowId} order by ${batchItemRows.seq}))[1:500]`,
    })
    .from(batchItemRows)
    .where(and(eq(batchItemRows.batchId, id), eq(batchItemRows.outcome, 'refused')))
    .groupBy(batchItemRows.fault, batchItemRows.values)
    .orderBy(sql`3 desc`)
  return groups.map(({ fault, values, ...rest }) => ({
    fault: fault!,
    msg: t(`faults.${fault}`, (values ?? {}) as FaultValues), // as the refusal had them
    ...rest,
  }))
}

/** Handlers of `batches`: commands over many rows. */
export default implement(
  batches,
  {
    list: batchSource,

    bounds: (wanted, context) => boundsOf(wanted, context),

    preview(wanted, context) {
      noteRequest(wanted, context)
      return preview(wanted, context)
    },

    async start(wanted: BatchRequest, context) {
      noteRequest(wanted, context)
      const entry = mustBeCommand(wanted.command, context)
      if (entry.endpoint.risk !== 'write' || entry.endpoint.fourEyes) return context.fail('needs_preview')
      const { id } = await snapshotSelection(entry, wanted, context)
      return startInCall(id, context)
    },

    async run({ id }, context) {
      await mustBeFreshPreview(id, context)
      return startInCall(id, context)
    },

    get: async ({ id }, context) => (await mustSee(id, context)) as never, // read by the fields of `Batch`

    async failures({ id }, context) {
      await mustSee(id, context)
      return { refused: await refusedOf(id, context) }
    },

    async export({ id }, context) {
      await mustSee(id, context)
      return (await batchFile(id, context)) as never // a file stands for the answer
    },

    async retry({ id }, context) {
      await mustSee(id, context)
      return startInCall(await snapshotRefused(id, context), context)
    },

    async rerun({ id }, context) {
      const again = await snapshotRefused(id, context)
      const go = await startSnapshot(again, context)
      context.note({ batchId: again })
      context.afterCommit(async () => {
        await go()
        return findOne(context.app.database.db, place, id, { ...context, scopes: ['all'] })
      })
    },
  },
  [place],
)
