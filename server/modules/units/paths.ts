import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/kernel/base/database.ts'
import { approvalRows } from '#server/modules/approvals/store.ts'
import { batchRows } from '#server/modules/batches/store.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { caseAllocationRows } from '#server/modules/case-allocations/store.ts'
import { caseHoldingRows } from '#server/modules/case-holder/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectionActivityDayRows } from '#server/modules/collection-activities/store.ts'
import { conductCheckRows } from '#server/modules/conduct-checks/store.ts'
import { contactRefusalRows } from '#server/modules/contact-refusals/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { recoveryDayRows, recoveryDisputeRows, recoveryRows } from '#server/modules/recoveries/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { liesBelow } from './steps.ts'
import { unitRows } from './store.ts'

/** Columns that hold the path of a unit: every one there is but that of the audit log, which is never rewritten. */
export const pathColumns: readonly PgColumn[] = [
  // holdings before cases: a case that has moved with its unit is in the same hands
  ...[caseHoldingRows.unitPath, recoveryRows.unitPath, recoveryDisputeRows.unitPath],
  ...[unitRows.path, caseRows.unitPath, caseTransferRows.fromUnitPath, caseTransferRows.toUnitPath],
  ...[reductionRows.makerUnitPath, writeOffRows.makerUnitPath, extensionRows.makerUnitPath, proofRows.makerUnitPath],
  ...[cardChangeRows.makerUnitPath, approvalRows.makerUnitPath, batchRows.unitPath, caseAllocationRows.unitPath],
  ...[callRows.unitPath, contactRefusalRows.unitPath, conductCheckRows.unitPath],
  ...[collectionActivityDayRows.unitPath, recoveryDayRows.unitPath],
]

/** A subtree that is moved: the path of its root as it was, and as it will be. */
export interface PathMove {
  readonly from: string
  readonly to: string
}

/** Changes the path of everything in a subtree, wherever paths are kept. */
export async function rewritePaths(tx: Db, { from, to }: PathMove): Promise<void> {
  for (const column of pathColumns) {
    const [table, name] = [sql.identifier(getTableName(column.table)), sql.identifier(column.name)]
    await tx.execute(sql`update ${table} set ${name} = ${to}::text || substr(${name}, length(${from}::text) + 1)
      where ${liesBelow(sql`${name}`, from)}`)
  }
}
