import { sql } from 'drizzle-orm'
import { bigserial, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { aiOutcomes } from '#contract/ai-outcomes.ts'
import { holdStates } from '#contract/case-holds.ts'
import { holdKinds } from '#contract/hold-kinds.ts'
import { day, idColumn, instant } from '#server/kernel/base/columns.ts'

/**
 * Table `case_holds`: what keeps collection from an order, and has. It is about the order: a case that is opened later is
 * held as well. What is in force stands in `cases.hold`, too.
 */
export const caseHoldRows = pgTable(
  'case_holds',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    kind: text('kind', { enum: holdKinds }).notNull(),
    until: day('until'),
    remark: text('remark').notNull(),
    /** What a robot has found out: whoever reads has it in their language, the remark in English. */
    outcome: text('outcome', { enum: aiOutcomes }),
    /** The complaint that is behind it. */
    ticketId: idColumn('ticket', 'ticket_id'),
    setBy: text('set_by').notNull(),
    setAt: instant('set_at').notNull(),
    state: text('state', { enum: holdStates }).notNull().default('active'),
    endedBy: text('ended_by'),
    endedAt: instant('ended_at'),
    endRemark: text('end_remark'),
  },
  (table) => [
    index('case_holds_loan').on(table.loanId, table.id),
    // one of each kind that somebody has set, and one for each complaint
    uniqueIndex('case_holds_kind').on(table.loanId, table.kind).where(sql`state = 'active' and ticket_id is null`),
    uniqueIndex('case_holds_complaint').on(table.ticketId).where(sql`ticket_id is not null`),
    index('case_holds_active').on(table.id).where(sql`state = 'active'`),
  ],
)
