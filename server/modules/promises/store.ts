import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import { promiseFlow } from '#contract/promises.ts'
import { changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `promises`: promises to pay, each by itself. */
export const promiseRows = pgTable(
  'promises',
  {
    id: idColumn('promise').primaryKey(),
    ...changeable(),
    state: text('state', { enum: promiseFlow.states }).notNull().default('open'),
    followUpId: idColumn('followUp', 'follow_up_id').notNull(),
    caseId: idColumn('case', 'case_id').notNull(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    paidMinor: minor('paid_minor').notNull().default(0),
    currency: text('currency').$type<Currency>().notNull(),
    promisedFor: day('promised_for').notNull(),
    madeOn: day('made_on').notNull(),
    madeAt: instant('made_at').notNull(),
    /** Who took it, and where they worked. */
    collectorId: idColumn('staff', 'collector_id'),
    agencyId: idColumn('unit', 'agency_id'),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    /** When it was kept, broken or cancelled; the day of that, where it was broken. */
    decidedAt: instant('decided_at'),
    brokenOn: day('broken_on'),
    reason: text('reason'),
  },
  (table) => [
    index('promises_made').on(table.madeAt, table.id),
    index('promises_for').on(table.promisedFor, table.id),
    index('promises_state').on(table.state, table.promisedFor, table.id),
    index('promises_loan').on(table.loanId, table.promisedFor),
    index('promises_case').on(table.caseId),
    index('promises_open').on(table.promisedFor, table.id, table.loanId).where(sql`state = 'open'`),
    // how many of a collector's were kept is counted from it alone
    index('promises_collector').on(table.collectorId, table.promisedFor, table.state),
  ],
)
