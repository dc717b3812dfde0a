import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { department } from '#contract/departments.ts'
import { type Unit, unit } from '#contract/units.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { adSpendRows } from '#server/modules/ad-spend/store.ts'
import { announcementRows } from '#server/modules/announcements/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { macroRows } from '#server/modules/macros/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { ticketMoveRows, ticketRows } from '#server/modules/tickets/store.ts'
import { viewRows } from '#server/modules/views/store.ts'
import { deleteRates } from '../commission.ts'
import { liesBelow, lockPaths } from '../steps.ts'
import { unitRows } from '../store.ts'
import { lockTree } from '../tree.ts'

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
  unit_in_use: [customerRows.departmentId, loanRows.departmentId, productRows.departmentId, adSpendRows.departmentId],
} as const satisfies Readonly<Record<string, readonly PgColumn[]>>

/** A unit that may be deleted. */
type Unused = Pick<Unit, 'id' | 'path'>

/** What names a unit otherwise than by a column of its own, by the refusal that says so. */
const addressed: Readonly<Record<string, (unit: Unused) => SQL>> = {
  unit_has_cases: ({ path }) =>
    sql`${caseRows} where ${caseRows.state} <> 'closed' and ${liesBelow(caseRows.unitPath, path)}`,
  unit_has_announcements: ({ id }) => sql`${announcementRows}
    where ${announcementRows.audience} = 'units' and ${announcementRows.state} <> 'removed' and ${id} = any(${announcementRows.readers})`,
  unit_has_views: ({ id }) => sql`${viewRows} where ${viewRows.audience} = 'team' and ${viewRows.ownerId} = ${id}`,
  unit_has_macros: ({ id }) => sql`${macroRows} where ${macroRows.shared} and ${macroRows.unitId} = ${id}`,
}

async function countIn(tx: Db, rows: SQL): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(tx, sql`select count(*)::int as count from ${rows}`)
  return row!.count
}

/** Deletes a unit that nothing is in, and that nothing names. @throws Refusal by what does. */
export async function removeUnit({ tx, row }: { readonly tx: Db; readonly row: Unused }): Promise<void> {
  await lockTree(tx)
  await lockPaths(tx, 'exclusive')
  const naming = [
    ...Object.entries(named).flatMap(([fault, columns]) =>
      columns.map((column) => ({ fault, rows: sql`${column.table} where ${column} = ${row.id}` })),
    ),
    ...Object.entries(addressed).map(([fault, rows]) => ({ fault, rows: rows(row) })),
  ]
  for (const { fault, rows } of naming) {
    const count = await countIn(tx, rows)
    if (count > 0) throw new Refusal(fault, { count })
  }
  await deleteRates(tx, row.id)
  await tx.delete(unitRows).where(eq(unitRows.id, row.id))
  for (const { noun } of [unit, department]) await announceRows(tx, noun)
}
