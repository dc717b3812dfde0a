import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accountingDayFlow } from '#contract/accounting-days.ts'
import { journalKinds } from '#contract/journal.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { byComponent, changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `accounting_days`: what a business day has moved, of one currency. Of a closed one nothing is updated any more. */
export const accountingDayRows = pgTable(
  'accounting_days',
  {
    id: idColumn('accountingDay').primaryKey(),
    ...changeable(),
    state: text('state', { enum: accountingDayFlow.states }).notNull(),
    day: day('day').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    entries: integer('entries').notNull(),
    /** How many entries count for a day before. */
    late: integer('late').notNull(),
    /** How many orders owe something else than the journal says. */
    differences: integer('differences').notNull(),
    ...byComponent('opening'),
    ...byComponent('charged'),
    ...byComponent('paid'),
    ...byComponent('reduced'),
    ...byComponent('lost'),
    /** What extensions have moved from one order to another. */
    ...byComponent('moved'),
    ...byComponent('closing'),
    paidOutMinor: minor('paid_out_minor').notNull(),
    receivedMinor: minor('received_minor').notNull(),
    /** Fees that orders were charged as they were paid out, withheld or owed, without GST. */
    serviceFeeMinor: minor('service_fee_minor').notNull(),
    gstMinor: minor('gst_minor').notNull(),
    extensionMinor: minor('extension_minor').notNull(),
    overpaidMinor: minor('overpaid_minor').notNull(),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    uniqueIndex('accounting_days_once').on(table.day, table.currency),
    index('accounting_days_state').on(table.state, table.day, table.id),
  ],
)
/** An accounting day as it is stored. */
export type StoredAccountingDay = typeof accountingDayRows.$inferSelect

/**
 * Table `journal_entries`: what each document has moved of what customers owe. Only added to. The id is made of the document,
 * so that none is posted twice.
 */
export const journalEntryRows = pgTable(
  'journal_entries',
  {
    id: key('id').primaryKey(),
    /** The business day that it is booked in. */
    day: day('day').notNull(),
    kind: text('kind', { enum: journalKinds }).notNull(),
    documentId: key('document_id').notNull(),
    /** None of what gateways keep or take back. */
    loanId: idColumn('loan', 'loan_id'),
    currency: text('currency').$type<Currency>().notNull(),
    /** The day that it counts for. */
    valueOn: day('value_on').notNull(),
    principalMinor: minor('principal_minor').notNull(),
    interestMinor: minor('interest_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    penaltyMinor: minor('penalty_minor').notNull(),
    cashMinor: minor('cash_minor').notNull(),
    gstMinor: minor('gst_minor').notNull(),
    extensionMinor: minor('extension_minor').notNull(),
    overpaidMinor: minor('overpaid_minor').notNull(),
    clearedMinor: minor('cleared_minor').notNull().default(0),
    /** It counts for a day before the one that it is booked in. */
    late: boolean('late').notNull().generatedAlwaysAs(sql`value_on < day`),
  },
  (table) => [
    index('journal_entries_day').on(table.day, table.kind, table.id),
    index('journal_entries_listed').on(table.day, table.id),
    index('journal_entries_late').on(table.day, table.id).where(sql`late`),
    index('journal_entries_loan').on(table.loanId),
  ],
)

/** Table `journal_pending`: orders that the last night has looked at and that the next one has to look at again. */
export const journalPendingRows = pgTable('journal_pending', { loanId: idColumn('loan', 'loan_id').primaryKey() })
