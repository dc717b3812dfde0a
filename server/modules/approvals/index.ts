import { and, eq } from 'drizzle-orm'
import { type Approval, approval, approvalFlow, approval as approvalSubject, approvals } from '#contract/approvals.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { type AccessScope, rowSource } from '#server/kernel/listing/source.ts'
import { estimateSnapshot, mustBeFreshPreview, overlappingBatch, startSnapshot } from '#server/modules/batches/steps.ts'
import { mustBeMaker, mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { lockRequests, mustBeMakerOfRows, pageOfCommand, previewCall, releaseCall, storedApproval } from './calls.ts'
import { approvalSource, inboxSource } from './source.ts'
import { filedBy, fileRequest } from './steps.ts'
import { approvalRows } from './store.ts'

const place = rowSource(approval, approvalSource)
type ApprovalCall = Call<never, Approval>

const read = async (id: IdOf<'approval'>, { tx, actor, app, t }: Context, scopes: AccessScope['scopes']) =>
  (await findOne(tx, place, id, { actor, scopes, app, t })) as Approval | undefined // read by its own fields

const decide = (
  { tx, row, actor, now }: ApprovalCall,
  verb: 'approve' | 'reject' | 'withdraw',
  note: string | undefined,
) =>
  tx
    .update(approvalRows)
    .set({
      state: approvalFlow.after(row.state, verb)!, // `when` has asked for it
      decidedAt: now,
      note: note || null,
      ...(verb !== 'withdraw' && { checkerId: actor.id }),
    })
    .where(eq(approvalRows.id, row.id))

/** A request of the same command that waits, and is for one of the same rows. */
async function pendingRequestFor(
  command: string,
  batchId: IdOf<'batch'>,
  context: Context,
): Promise<IdOf<'approval'> | null> {
  await lockRequests(command, context)
  const { tx } = context
  const open = await tx
    .select({ id: approvalRows.id, batchId: approvalRows.batchId })
    .from(approvalRows)
    .where(and(eq(approvalRows.state, 'pending'), eq(approvalRows.command, command)))
  const shared = await overlappingBatch(
    tx,
    batchId,
    open.flatMap((one) => one.batchId ?? []),
  )
  return open.find((one) => one.batchId === shared)?.id ?? null
}

/** As whom a run goes on that is released: where its rows wait, not their number, as whoever asked for it. */
const makerOfRows = (filed: Awaited<ReturnType<typeof storedApproval>>, context: Context) =>
  filed.page ? mustBeMakerOfRows(filed, context) : null

/** Handlers of `approvals`: runs and calls that need a second person. */
export default implement(
  approvals,
  {
    list: inboxSource,

    async request({ id: batchId, reason }, context) {
      const { tx, today, fail, note } = context
      const run = await mustBeFreshPreview(batchId, context)
      const { eligible, sums, blocker } = await estimateSnapshot(batchId, context)
      if (!blocker) return fail('needs_no_approval')
      const open = await pendingRequestFor(run.command, batchId, context)
      if (open) return fail('request_open', { id: open })
      if (eligible === 0) return fail('nothing_eligible')
      const page = blocker.fault === 'second_person_needed' ? pageOfCommand(run.command, context) : null
      const id = await newId(tx, approvalSubject.ids, today)
      const [sum] = sums.length === 1 ? sums : []
      await tx.insert(approvalRows).values({
        ...{ id, batchId, page, command: run.command, count: run.count, eligible },
        ...{ amountMinor: sum?.minor ?? null, currency: sum?.currency ?? null },
        ...filedBy(context, reason),
      })
      note({ objectId: id, batchId })
      return (await read(id, context, ['all']))!
    },

    async file({ call, input, reason }, context) {
      const id = await fileRequest({ call, input }, reason, context)
      context.note({ objectId: id })
      return (await read(id, context, ['all']))!
    },

    async preview({ id }, context) {
      const row = await read(id, context, context.actor.scopesOf(approvals.preview.requires))
      if (!row) return context.fail('not_found')
      if (row.state !== 'pending') return context.fail('request_over')
      const filed = await storedApproval(id, context)
      const found = filed.batchId
        ? await estimateSnapshot(filed.batchId, context, await makerOfRows(filed, context))
        : await previewCall(filed, context)
      return { ...found, version: row.version }
    },

    async approve({ note }, call) {
      mustNotBeMaker(call)
      const { row, now, note: record, fail } = call
      if (row.validUntil && Date.parse(row.validUntil) <= now.getTime()) return fail('request_over')
      await decide(call, 'approve', note)
      const filed = await storedApproval(row.id, call)
      if (!filed.batchId) return releaseCall(filed, call)
      const run = await startSnapshot(filed.batchId, call, await makerOfRows(filed, call))
      record({ batchId: filed.batchId })
      call.afterCommit(async () => {
        await run()
        return read(row.id, { ...call, tx: call.app.database.db }, ['all'])
      })
    },

    async reject({ note }, call) {
      mustNotBeMaker(call)
      await decide(call, 'reject', note)
    },

    async withdraw(_, call) {
      mustBeMaker(call)
      await decide(call, 'withdraw', undefined)
    },
  },
  [place],
)
