import { and, eq } from 'drizzle-orm'
import { type CaseTransfer, caseTransfer, caseTransfers } from '#contract/case-transfers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { undoArrivals } from '#server/modules/case-holder/steps.ts'
import { assignableBy } from '#server/modules/cases/source.ts'
import { handOver } from '#server/modules/cases/steps/cases.ts'
import { collectorsOf } from '#server/modules/cases/steps/collectors.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { lockPaths } from '#server/modules/units/steps.ts'
import { caseTransferSource } from './source.ts'
import { move } from './steps/move.ts'
import { caseTransferRows } from './store.ts'

type StoredTransfer = typeof caseTransferRows.$inferSelect
type UndoCall = Call<never, CaseTransfer>

/**
 * Whose a case is again, and where they work by now; where nobody had it, it waits as it did.
 * @throws Refusal `unknown_collector`, `lacks_stage`: they may have it no longer, or not from whoever asks.
 */
async function formerHolding(was: StoredTransfer, { tx, row, actor }: UndoCall) {
  const { fromCollectorId, fromGroupId: groupId, fromUnitPath: unitPath, fromAllocatedAt: allocatedAt } = was
  if (!fromCollectorId) return { collectorId: null, groupId, agencyId: null, unitPath, allocatedAt }
  const id = fromCollectorId as string as IdOf<'collector'> // who has had a case collects
  const [former] = await collectorsOf(tx, [id], actor)
  if (!former) throw new Refusal('unknown_collector')
  if (!former.stages.includes(was.stage)) {
    throw new Refusal('lacks_stage', { collector: former.name, stage: row.stage.name })
  }
  return { ...former, allocatedAt }
}

/**
 * Gives a case back to whoever had it, if it is still as the transfer has left it and the actor's to give, and they may have
 * it still.
 */
async function undo(call: UndoCall): Promise<void> {
  const { tx, row, actor, now } = call
  await lockPaths(tx, 'shared')
  const [was] = await tx.select().from(caseTransferRows).where(eq(caseTransferRows.id, row.id))
  const { caseVersion, toCollectorId, operatorId } = was!
  // where recalled cases wait, whoever has recalled them may reach no longer
  const isTheirs = toCollectorId === null && operatorId === actor.id
  const theirs = isTheirs ? undefined : assignableBy(call)
  const same = and(eq(caseRows.id, row.caseId), eq(caseRows.version, caseVersion), theirs)
  const [untouched] = await tx.select({ id: caseRows.id }).from(caseRows).where(same).for('update')
  if (!untouched) throw new Refusal('case_touched')
  await handOver(tx, row.caseId, await formerHolding(was!, call))
  if (toCollectorId) await undoArrivals(tx, [row.caseId])
  await tx.update(caseTransferRows).set({ undoneById: actor.id, undoneAt: now }).where(eq(caseTransferRows.id, row.id))
}

/** Handlers of `caseTransfers`: cases that went from one collector to another. */
export default implement(
  caseTransfers,
  {
    list: caseTransferSource,
    move: (asked, call) => move(asked, call as never), // it refuses with what its endpoint declares
    undo: (_, call) => undo(call as never), // it refuses with what its endpoint declares
  },
  [rowSource(caseTransfer, caseTransferSource)],
)
