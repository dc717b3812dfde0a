import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { TransferKind } from '#contract/cases.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, key, wordsOf } from '#server/kernel/base/columns.ts'

/** Table `case_transfers`: cases that went from one collector to another, or were recalled: a row for each case and each time. */
export const caseTransferRows = pgTable(
  'case_transfers',
  {
    id: idColumn('caseTransfer').primaryKey(),
    ...changeable(),
    caseId: idColumn('case', 'case_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    kind: text('kind', { enum: wordsOf(TransferKind) }).notNull(),
    count: integer('count').notNull(),
    runId: idColumn('batch', 'run_id'),
    reason: text('reason'),
    fromCollectorId: idColumn('staff', 'from_collector_id'),
    fromGroupId: idColumn('unit', 'from_group_id'),
    fromAgencyId: idColumn('unit', 'from_agency_id'),
    fromUnitPath: key('from_unit_path').notNull(),
    /** When it was allocated to whom it was taken from. */
    fromAllocatedAt: instant('from_allocated_at'),
    /** Nobody: it was recalled. */
    toCollectorId: idColumn('staff', 'to_collector_id'),
    toGroupId: idColumn('unit', 'to_group_id'),
    toAgencyId: idColumn('unit', 'to_agency_id'),
    toUnitPath: key('to_unit_path').notNull(),
    operatorId: idColumn('staff', 'operator_id').notNull(),
    at: instant('at').notNull(),
    /** The day it was made on: it can be taken back until that is over, … */
    day: day('day').notNull(),
    /** … while the case has the version that this has left it with. */
    caseVersion: integer('case_version').notNull(),
    undoneById: idColumn('staff', 'undone_by_id'),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    index('case_transfers_made').on(table.at, table.id),
    index('case_transfers_to').on(table.toCollectorId, table.at),
    index('case_transfers_loan').on(table.loanId),
  ],
)
