import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { approvalFlow } from '#contract/approvals.ts'
import type { Currency } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { changeable, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `approvals`: runs and calls that wait for somebody to release them, and what became of them. */
export const approvalRows = pgTable(
  'approvals',
  {
    id: idColumn('approval').primaryKey(),
    ...changeable(),
    /** The run that waits; none where one call does. */
    batchId: idColumn('batch', 'batch_id'),
    /** Of a call: its input, encrypted, what it is about, and how that differs before and after. */
    input: text('input'),
    page: text('page').$type<PageId>(),
    noun: text('noun'),
    objectId: key('object_id'),
    before: jsonb('before'),
    after: jsonb('after'),
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
    index('approvals_object').on(table.objectId).where(sql`state = 'pending'`),
    uniqueIndex('approvals_batch').on(table.batchId),
    index('approvals_requested').on(table.requestedAt, table.id),
    index('approvals_pending').on(table.validUntil).where(sql`state = 'pending'`),
    index('approvals_maker').on(table.makerId, table.requestedAt, table.id),
  ],
)
