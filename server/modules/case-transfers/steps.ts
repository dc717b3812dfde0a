import { eq } from 'drizzle-orm'
import type { CaseTransfer } from '#contract/case-transfers.ts'
import { caseTransfer } from '#contract/case-transfers.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { batchRows } from '#server/modules/batches/store.ts'
import type { caseRows } from '#server/modules/cases/store.ts'
import { caseTransferRows } from './store.ts'

/** A case that has just been given to somebody, or taken back. */
interface TransferRecord {
  /** The case as it was before. */
  readonly of: typeof caseRows.$inferSelect
  readonly to: Pick<typeof caseRows.$inferSelect, 'collectorId' | 'groupId' | 'agencyId' | 'unitPath'>
  /** The version of the case since. */
  readonly version: number
  readonly kind: CaseTransfer['kind']
  readonly reason: string | undefined
}

/** How many cases go together: the rows of the run, or the one. */
async function countOf(tx: Db, runId: Context['batchId']): Promise<number> {
  if (!runId) return 1
  const [run] = await tx
    .select({ count: batchRows.count })
    .from(batchRows)
    .where(eq(batchRows.id, runId as typeof batchRows.$inferSelect.id)) // a run is named by nothing else
  return run?.count ?? 1
}

/** Writes down that a case went from one collector to another, or back to where cases wait. */
export async function recordTransfer(
  tx: Db,
  { of, to, version, kind, reason }: TransferRecord,
  { actor, now, today, batchId }: Pick<Context, 'actor' | 'now' | 'today' | 'batchId'>,
): Promise<void> {
  await tx.insert(caseTransferRows).values({
    ...{ id: await newId(tx, caseTransfer.ids, today), caseId: of.id, loanId: of.loanId, stage: of.stage },
    ...{ kind, count: await countOf(tx, batchId), runId: batchId as typeof batchRows.$inferSelect.id | null }, // as above
    ...{ fromCollectorId: of.collectorId, fromGroupId: of.groupId, fromAgencyId: of.agencyId },
    ...{ fromUnitPath: of.unitPath, fromAllocatedAt: of.allocatedAt },
    ...{ toCollectorId: to.collectorId, toGroupId: to.groupId, toAgencyId: to.agencyId, toUnitPath: to.unitPath },
    ...{ operatorId: actor.id, at: now, day: today, caseVersion: version, reason: reason || null },
  })
}
