import { and, eq } from 'drizzle-orm'
import { type CaseTransfer, caseTransfer, caseTransfers } from '#contract/case-transfers.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { assignableBy } from '#server/modules/cases/source.ts'
import { handOver } from '#server/modules/cases/steps/cases.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { agencyAt, lockPaths } from '#server/modules/units/steps.ts'
import { caseTransferSource } from './source.ts'
import { move } from './steps/move.ts'
import { caseTransferRows } from './store.ts'

/** Gives a case back to whoever had it, if it is still as the transfer has left it and the actor's to give. */
async function undo(call: Call<never, CaseTransfer>): Promise<void> {
  const { tx, row, actor, now } = call
  await lockPaths(tx, 'shared')
  const [was] = await tx.select().from(caseTransferRows).where(eq(caseTransferRows.id, row.id))
  const { caseVersion, fromCollectorId, fromGroupId, fromUnitPath, fromAllocatedAt } = was!
  // where recalled cases wait, whoever has recalled them may reach no longer
  const isTheirs = was!.toCollectorId === null && was!.operatorId === actor.id
  const theirs = isTheirs ? undefined : assignableBy(call)
  const same = and(eq(caseRows.id, row.caseId), eq(caseRows.version, caseVersion), theirs)
  const [untouched] = await tx.select({ id: caseRows.id }).from(caseRows).where(same).for('update')
  if (!untouched) throw new Refusal('case_touched')
  // where their unit stands now: it may have moved to another agency
  const agencyId = fromCollectorId && (await agencyAt(tx, fromUnitPath))
  const holding = { collectorId: fromCollectorId, groupId: fromGroupId, agencyId }
  await handOver(tx, row.caseId, { ...holding, unitPath: fromUnitPath, allocatedAt: fromAllocatedAt })
  await tx.update(caseTransferRows).set({ undoneById: actor.id, undoneAt: now }).where(eq(caseTransferRows.id, row.id))
}

/** Handlers of `caseTransfers`: cases that went from one collector to another. */
export default implement(
  caseTransfers,
  {
    list: caseTransferSource,
    move: (asked, call) => move(asked, call as never), // it refuses with what its endpoint declares
    undo: (_, call) => undo(call),
  },
  [rowSource(caseTransfer, caseTransferSource)],
)
