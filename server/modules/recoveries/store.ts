import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import { disputeStates, recoveryEntries, recoveryFlow } from '#contract/recoveries.ts'
import { changeable, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import { caseHolderColumns } from '#server/modules/case-holder/store.ts'

/**
 * Table `recoveries`: what came in while somebody had the case, credited to them. Only added to: whatever was wrong is taken
 * back by a row of less than nothing, so that sums are right. What changes is how a row stands, and that a statement takes it.
 */
export const recoveryRows = pgTable(
  'recoveries',
  {
    id: idColumn('recovery').primaryKey(),
    ...changeable(),
    state: text('state', { enum: recoveryFlow.states }).notNull(),
    entry: text('entry', { enum: recoveryEntries }).notNull(),
    /** The row that it takes back, or stands in for. */
    ofId: idColumn('recovery', 'of_id'),
    /** The last dispute about it. */
    disputeId: bigint('dispute_id', { mode: 'number' }),
    /** What came in; of a reversal, the payment of less than nothing. */
    paymentId: idColumn('payment', 'payment_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    caseId: idColumn('case', 'case_id').notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    overdueDays: integer('overdue_days').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor').notNull(),
    penaltyMinor: minor('penalty_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    interestMinor: minor('interest_minor').notNull(),
    principalMinor: minor('principal_minor').notNull(),
    /** Fee and commission of an extension. */
    extensionMinor: minor('extension_minor').notNull(),
    /** What was let off of the instalments that it has settled. */
    reducedMinor: minor('reduced_minor').notNull(),
    /** Value time: when the money was there. */
    paidAt: instant('paid_at').notNull(),
    /** When the row was written. */
    bookedAt: instant('booked_at').notNull(),
    ...caseHolderColumns(),
    collectorId: idColumn('staff', 'collector_id').notNull(),
    unitPath: key('unit_path').notNull(),
    /** What the agency gets of it, in millionths; none: nothing was agreed for that stage on that day. */
    ratePpm: integer('rate_ppm'),
    commissionMinor: minor('commission_minor').notNull(),
    /** The commission statement that it stands in, and its line there; none until that is drawn up. */
    statementId: idColumn('commissionStatement', 'statement_id'),
    lineId: idColumn('commissionLine', 'line_id'),
    /** Nobody had decided on a dispute about it when that was closed. */
    openAtClosing: boolean('open_at_closing').notNull().default(false),
  },
  (table) => [
    index('recoveries_paid').on(table.paidAt, table.id),
    index('recoveries_collector').on(table.collectorId, table.paidAt, table.id),
    index('recoveries_group').on(table.groupId, table.paidAt, table.id),
    index('recoveries_agency').on(table.agencyId, table.paidAt, table.id),
    index('recoveries_stage').on(table.stage, table.paidAt, table.id),
    index('recoveries_state').on(table.state, table.paidAt, table.id),
    index('recoveries_amount').on(table.amountMinor, table.id),
    index('recoveries_unit').on(table.unitPath),
    index('recoveries_loan').on(table.loanId),
    index('recoveries_case').on(table.caseId),
    index('recoveries_payment').on(table.paymentId),
    index('recoveries_statement').on(table.statementId, table.paidAt, table.id),
    index('recoveries_line').on(table.lineId, table.paidAt, table.id),
    index('recoveries_unstated').on(table.agencyId, table.bookedAt).where(sql`statement_id is null`),
    index('recoveries_in_dispute')
      .on(table.statementId, table.lineId)
      .where(sql`state = 'disputed' or open_at_closing`),
    // nothing is taken back twice
    uniqueIndex('recoveries_taken_back').on(table.ofId).where(sql`amount_minor < 0`),
  ],
)
/** A recovery as it is stored. */
export type StoredRecovery = typeof recoveryRows.$inferSelect

/** Table `recovery_disputes`: who else is said to have recovered it, by whom and why, and what was decided. */
export const recoveryDisputeRows = pgTable(
  'recovery_disputes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    recoveryId: idColumn('recovery', 'recovery_id').notNull(),
    state: text('state', { enum: disputeStates }).notNull().default('pending'),
    /** Whose it is said to be, and where they worked when that was said. */
    ...caseHolderColumns(),
    collectorId: idColumn('staff', 'collector_id').notNull(),
    unitPath: key('unit_path').notNull(),
    reason: text('reason').notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    requestedAt: instant('requested_at').notNull(),
    checkerId: idColumn('staff', 'checker_id'),
    decidedAt: instant('decided_at'),
    note: text('note'),
  },
  (table) => [uniqueIndex('recovery_disputes_one_open').on(table.recoveryId).where(sql`state = 'pending'`)],
)

/** Summary table `recovery_days`: recoveries by the day of their value time and by what the recovery trend is by. */
export const recoveryDayRows = pgTable(
  'recovery_days',
  {
    /** When the day begins, where the business runs. */
    at: instant('at').notNull(),
    state: text('state', { enum: recoveryFlow.states }).notNull(),
    entry: text('entry', { enum: recoveryEntries }).notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    ...caseHolderColumns(),
    collectorId: idColumn('staff', 'collector_id').notNull(),
    unitPath: key('unit_path').notNull(),
    customerKind: text('customer_kind', { enum: ['new', 'old'] }).notNull(),
    amountSign: smallint('amount_sign').notNull(),
    rows: integer('rows').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    penaltyMinor: minor('penalty_minor').notNull(),
    principalMinor: minor('principal_minor').notNull(),
    extensionMinor: minor('extension_minor').notNull(),
    reducedMinor: minor('reduced_minor').notNull(),
    commissionMinor: minor('commission_minor').notNull(),
  },
  (table) => [index('recovery_days_at').on(table.at)],
)
