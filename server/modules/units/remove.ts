import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import { unit } from '#contract/units.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { ticketMoveRows, ticketRows } from '#server/modules/tickets/store.ts'
import { deleteRates } from './commission.ts'
import { lockPaths } from './steps.ts'
import { unitRows } from './store.ts'
import { lockTree, type UnitCall } from './tree.ts'

/** What names a unit, by the refusal that says so. What was somebody's once is still called by its unit. */
const named = {
  unit_has_children: [unitRows.parentId],
  unit_has_staff: [staffRows.unitId],
  unit_has_history: [
    ...[caseRows.groupId, caseRows.agencyId, caseTransferRows.fromGroupId, caseTransferRows.fromAgencyId],
    ...[caseTransferRows.toGroupId, caseTransferRows.toAgencyId],
  ],
  unit_has_lines: [lineRows.agencyId],
  unit_has_tickets: [ticketRows.departmentId, ticketMoveRows.fromDepartmentId, ticketMoveRows.toDepartmentId],
  unit_in_use: [customerRows.departmentId, productRows.departmentId],
} as const satisfies Readonly<Record<string, readonly PgColumn[]>>

async function countIn(tx: Db, column: PgColumn, id: IdOf<'unit'>): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${column.table} where ${column} = ${id}`,
  )
  return row!.count
}

/** Deletes a unit that nothing is in, and that nothing is called by. @throws Refusal by what is in it. */
export async function remove({ tx, row }: UnitCall): Promise<void> {
  await lockTree(tx)
  await lockPaths(tx, 'exclusive')
  for (const [fault, columns] of Object.entries(named)) {
    for (const column of columns) {
      const count = await countIn(tx, column, row.id)
      if (count > 0) throw new Refusal(fault, { count })
    }
  }
  await deleteRates(tx, row.id)
  await tx.delete(unitRows).where(eq(unitRows.id, row.id))
  await announceRows(tx, unit.noun)
}
