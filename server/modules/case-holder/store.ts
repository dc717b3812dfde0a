import { sql } from 'drizzle-orm'
import { bigserial, boolean, type ExtraConfigColumn, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import { idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

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

/**
 * Table `case_holdings`: who has had each case, in which stage, from when until when. Triggers on `cases` write it, so that
 * no way in which a case changes hands is forgotten.
 */
export const caseHoldingRows = pgTable(
  'case_holdings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    caseId: idColumn('case', 'case_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    ...caseHolderColumns(),
    collectorId: idColumn('staff', 'collector_id').notNull(),
    /** Principal that was outstanding when it came to them. */
    principalMinor: minor('principal_minor').notNull().default(0),
    /** It came to them then: not where it has only moved along with them, nor where what gave it to them was undone. */
    isArrival: boolean('is_arrival').notNull().default(true),
    /** Nobody has had the case before. A trigger writes it. */
    isFirst: boolean('is_first').notNull().default(true),
    /** The unit it lay with. */
    unitPath: key('unit_path').notNull(),
    from: instant('from_at').notNull(),
    /** None: they still have it. */
    until: instant('until_at'),
  },
  (table) => [
    index('case_holdings_loan').on(table.loanId, table.from),
    index('case_holdings_from').on(table.from, table.id),
    index('case_holdings_collector').on(table.collectorId, table.from, table.id),
    uniqueIndex('case_holdings_one_open').on(table.caseId).where(sql`until_at is null`),
  ],
)
