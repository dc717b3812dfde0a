import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { extensionFlow } from '#contract/extensions.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import { caseHolderColumns, caseHolderIndex } from '#server/modules/case-holder/store.ts'

/** Table `extensions`: due dates that were put off, or offered to be. An offer whose day is over has expired, whatever stands here. */
export const extensionRows = pgTable(
  'extensions',
  {
    id: idColumn('extension').primaryKey(),
    ...changeable(),
    state: text('state', { enum: extensionFlow.states }).notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    childId: idColumn('loan', 'child_id'),
    times: integer('times').notNull(),
    timesMax: integer('times_max').notNull(),
    oldDue: day('old_due').notNull(),
    newDue: day('new_due').notNull(),
    days: integer('days').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    penaltyMinor: minor('penalty_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    interestMinor: minor('interest_minor').notNull(),
    extensionFeeMinor: minor('extension_fee_minor').notNull(),
    commissionMinor: minor('commission_minor').notNull(),
    totalMinor: minor('total_minor').notNull(),
    source: text('source', { enum: ['staff', 'rollover'] }).notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerUnitPath: key('maker_unit_path').notNull(),
    quotedAt: instant('quoted_at').notNull(),
    validUntil: day('valid_until').notNull(),
    paidAt: instant('paid_at'),
    paymentId: idColumn('payment', 'payment_id'),
    /** Whose the open case of its order is, as `cases_held` keeps it. */
    ...caseHolderColumns(),
  },
  (table) => [
    uniqueIndex('extensions_one_open').on(table.loanId).where(sql`state in ('quoted', 'paying')`),
    index('extensions_quoted').on(table.quotedAt, table.id),
    caseHolderIndex('extensions_held', table, table.quotedAt, table.id),
    index('extensions_loan').on(table.loanId),
    index('extensions_paid').on(table.paidAt).where(sql`paid_at is not null`),
  ],
)
