import { and, eq } from 'drizzle-orm'
import { type Approval, approval, approvalFlow, approvals } from '#contract/approvals.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Call, type Context, found, implement } from '#server/kernel/implement.ts'
import { findOne, type Reach } from '#server/kernel/source.ts'
import { foreseen, hindranceTo, mustBeFresh, sharingRows, startFrozen } from '#server/modules/batches/steps.ts'
import { mustBeAnothers, mustBeOwn } from '#server/modules/staff/two-people.ts'
import { approvalSource } from './source.ts'
import { approvalRows } from './store.ts'

const place = found(approval, approvalSource)
type Deciding = Call<never, Approval>

/** How long a request waits for somebody to decide. */
const waitsMs = 3 * 86_400_000

const read = async (id: IdOf<'approval'>, { tx, actor, ground }: Context, scopes: Reach['scopes']) =>
  (await findOne(tx, place, id, { actor, scopes, ground })) as Approval | undefined // read by its own fields

const decide = ({ tx, row, actor, now }: Deciding, verb: 'approve' | 'reject' | 'withdraw', note: string | undefined) =>
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
async function openFor(command: string, batchId: IdOf<'batch'>, { tx }: Context): Promise<IdOf<'approval'> | null> {
  const open = await tx
    .select({ id: approvalRows.id, batchId: approvalRows.batchId })
    .from(approvalRows)
    .where(and(eq(approvalRows.state, 'pending'), eq(approvalRows.command, command)))
  const shared = await sharingRows(
    tx,
    batchId,
    open.map((one) => one.batchId),
  )
  return open.find((one) => one.batchId === shared)?.id ?? null
}

/** Runs that need a second person. */
export default implement(
  approvals,
  {
    list: approvalSource,

    async request({ id: batchId, reason }, context) {
      const { tx, actor, now, today, fail, note } = context
      const run = await mustBeFresh(batchId, context)
      if (!hindranceTo(run, context)) return fail('needs_no_approval')
      const open = await openFor(run.command, batchId, context)
      if (open) return fail('request_open', { id: open })
      const { eligible, sums } = await foreseen(batchId, context)
      if (eligible === 0) return fail('nothing_eligible')
      const id = await newId(tx, 'approval', today)
      const [sum] = sums.length === 1 ? sums : []
      await tx.insert(approvalRows).values({
        ...{ id, batchId, state: 'pending', command: run.command, count: run.count, eligible },
        ...{ amountMinor: sum?.minor ?? null, currency: sum?.currency ?? null, reason: reason || null },
        ...{ makerId: actor.id, makerUnitPath: actor.unitPath, requestedAt: now },
        validUntil: new Date(now.getTime() + waitsMs),
      })
      note({ objectId: id, batchId })
      return (await read(id, context, ['all']))!
    },

    async preview({ id }, context) {
      const row = await read(id, context, context.actor.scopesOf(approvals.preview.may))
      if (!row) return context.fail('not_found')
      if (row.state !== 'pending') return context.fail('request_over')
      return { ...(await foreseen(row.batchId, context)), version: row.version }
    },

    async approve({ note }, call) {
      mustBeAnothers(call)
      const { row, now, note: record, fail } = call
      if (Date.parse(row.validUntil) <= now.getTime()) return fail('request_over')
      const run = await startFrozen(row.batchId, call)
      record({ batchId: row.batchId })
      await decide(call, 'approve', note)
      call.afterwards(async () => {
        await run()
        return read(row.id, { ...call, tx: call.ground.database.db }, ['all'])
      })
    },

    async reject({ note }, call) {
      mustBeAnothers(call)
      await decide(call, 'reject', note)
    },

    async withdraw(_, call) {
      mustBeOwn(call)
      await decide(call, 'withdraw', undefined)
    },
  },
  [place],
)
