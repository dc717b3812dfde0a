import { type Column, sql } from 'drizzle-orm'
import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core'
import { idColumn } from '#server/kernel/columns.ts'
import type { Actor } from '#server/kernel/permit.ts'

/** Whose a case is: a collector's, their group's and their agency's; nobody's while it waits. */
export const holder = () => ({
  collectorId: idColumn('staff', 'collector_id'),
  groupId: idColumn('unit', 'group_id'),
  agencyId: idColumn('unit', 'agency_id'),
})

/** Whether rows are held by the actor, by their group or by their agency, per scope. */
export const heldBy = (rows: Readonly<Record<keyof ReturnType<typeof holder>, Column>>) => ({
  // a collector's rows and a group's are an agency's too: said, so that the indexes of what is held serve them
  own: ({ id }: Actor) => sql`(${rows.collectorId} = ${id} and ${rows.agencyId} is not null)`,
  group: ({ unitId }: Actor) => sql`(${rows.groupId} = ${unitId} and ${rows.agencyId} is not null)`,
  agency: ({ agencyId }: Actor) => sql`${rows.agencyId} = ${agencyId}`,
})

/** What is written beside an order's own rows: whose its case is now. */
export const holderOf = <Held extends Readonly<Record<keyof ReturnType<typeof holder>, unknown>>>(order: Held) => ({
  collectorId: order.collectorId as Held['collectorId'],
  groupId: order.groupId as Held['groupId'],
  agencyId: order.agencyId as Held['agencyId'],
})

/** The rows that are in somebody's hands. */
export const held = sql`agency_id is not null`

type Sorted = Partial<ExtraConfigColumn>

/** An index of them by `columns`. It ends with whose they are, which is told so without reading the row. */
export const heldIndex = (
  name: string,
  rows: Readonly<Record<keyof ReturnType<typeof holder>, ExtraConfigColumn>>,
  ...columns: readonly [Sorted, ...Sorted[]]
) =>
  index(name)
    .on(...columns, rows.agencyId, rows.groupId, rows.collectorId)
    .where(held)
