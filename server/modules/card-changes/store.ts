import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cardChangeFlow } from '#contract/card-changes.ts'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'
import { caseHolderColumns, caseHolderIndex } from '#server/modules/case-holder/store.ts'

/** Table `card_changes`: changes of the card that an order is paid out to. */
export const cardChangeRows = pgTable(
  'card_changes',
  {
    id: idColumn('cardChange').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    oldCardId: idColumn('card', 'old_card_id'),
    newCardId: idColumn('card', 'new_card_id').notNull(),
    state: text('state', { enum: cardChangeFlow.states }).notNull(),
    similarityPpm: integer('similarity_ppm').notNull(),
    reason: text('reason').notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerUnitPath: key('maker_unit_path').notNull(),
    requestedAt: instant('requested_at').notNull(),
    checkerId: idColumn('staff', 'checker_id'),
    auditedAt: instant('audited_at'),
    note: text('note'),
    /** Whose the open case of its order is, as `cases_held` keeps it. */
    ...caseHolderColumns(),
  },
  (table) => [
    uniqueIndex('card_changes_one_open').on(table.loanId).where(sql`state = 'pending'`),
    index('card_changes_requested').on(table.requestedAt, table.id),
    caseHolderIndex('card_changes_held', table, table.requestedAt, table.id),
    index('card_changes_loan').on(table.loanId),
  ],
)
