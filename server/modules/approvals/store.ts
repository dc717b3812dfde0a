import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { approvalFlow } from '#contract/approvals.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `approvals`: runs that wait for somebody to release them, and what became of them. */
export const approvalRows = pgTable(
  'approvals',
  {
    id: idColumn('approval').primaryKey(),
    ...changeable(),
    batchId: idColumn('batch', 'batch_id').notNull(),
    state: text('state', { enum: approvalFlow.states }).notNull(),
    command: text('command').notNull(),
    count: integer('count').notNull(),
    eligible: integer('eligible').notNull(),
    /** What the eligible rows came to when it was filed, where that is one currency. */
    amountMinor: minor('amount_minor'),
    currency: text('currency').$type<Currency>(),
    reason: text('reason'),
    makerId: idColumn('staff', 'maker_id').notNull(),
    makerUnitPath: key('maker_unit_path').notNull(),
    requestedAt: instant('requested_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    checkerId: idColumn('staff', 'checker_id'),
    decidedAt: instant('decided_at'),
    note: text('note'),
  },
  (table) => [
    uniqueIndex('approvals_batch').on(table.batchId),
    index('approvals_requested').on(table.requestedAt, table.id),
    index('approvals_pending').on(table.validUntil).where(sql`state = 'pending'`),
    index('approvals_maker').on(table.makerId, table.requestedAt, table.id),
  ],
)
