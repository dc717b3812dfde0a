import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { verificationFlow } from '#contract/loans/verification.ts'
import { idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `tele_verifications`: how the customers of orders were called to verify them. An order without a row is one that nobody called about. */
export const verificationRows = pgTable(
  'tele_verifications',
  {
    id: idColumn('teleVerification').primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull().unique(),
    state: text('state', { enum: verificationFlow.states }).notNull(),
    calls: integer('calls').notNull(),
    /** Who has called last, and when. */
    callerId: idColumn('staff', 'caller_id').notNull(),
    /** By which line; none: their own phone. */
    lineId: idColumn('line', 'line_id'),
    calledAt: instant('called_at').notNull(),
    /** When the customer was spoken to. */
    verifiedAt: instant('verified_at'),
  },
  (table) => [
    index('tele_verifications_verified').on(table.verifiedAt, table.loanId),
    index('tele_verifications_state').on(table.state, table.calledAt, table.loanId),
  ],
)
