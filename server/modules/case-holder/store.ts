import { sql } from 'drizzle-orm'
import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core'
import { idColumn } from '#server/kernel/base/columns.ts'

/** Whose a case is: a collector's, their group's and their agency's; nobody's while it waits. */
export const caseHolderColumns = () => ({
  collectorId: idColumn('staff', 'collector_id'),
  groupId: idColumn('unit', 'group_id'),
  agencyId: idColumn('unit', 'agency_id'),
})

/** What is written beside an order's own rows: whose its case is now. */
export const caseHolderOf = <Held extends Readonly<Record<keyof ReturnType<typeof caseHolderColumns>, unknown>>>(
  order: Held,
) => ({
  collectorId: order.collectorId as Held['collectorId'],
  groupId: order.groupId as Held['groupId'],
  agencyId: order.agencyId as Held['agencyId'],
})

/** The rows that are in somebody's hands. */
export const hasCaseHolder = sql`agency_id is not null`

type IndexedColumn = Partial<ExtraConfigColumn>

/** An index of them by `columns`. It ends with whose they are, which is told so without reading the row. */
export const caseHolderIndex = (
  name: string,
  rows: Readonly<Record<keyof ReturnType<typeof caseHolderColumns>, ExtraConfigColumn>>,
  ...columns: readonly [IndexedColumn, ...IndexedColumn[]]
) =>
  index(name)
    .on(...columns, rows.agencyId, rows.groupId, rows.collectorId)
    .where(hasCaseHolder)
