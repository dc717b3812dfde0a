import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { matchResults, settlementItemFlow, settlementKinds } from '#contract/settlement-items.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/**
 * Table `settlement_items`: lines of settlement reports, each held against our book; and documents of our book that no line
 * names. A document that a later file names becomes that file's line, and keeps its id.
 */
export const settlementItemRows = pgTable(
  'settlement_items',
  {
    id: idColumn('settlementItem').primaryKey(),
    ...changeable(),
    state: text('state', { enum: settlementItemFlow.states }).notNull(),
    match: text('match', { enum: matchResults }).notNull(),
    kind: text('kind', { enum: settlementKinds }).notNull(),
    configId: idColumn('providerConfig', 'config_id').notNull(),
    reportId: idColumn('settlementReport', 'report_id'),
    line: integer('line'),
    gatewayRef: key('gateway_ref'),
    ownRef: key('own_ref'),
    utr: key('utr'),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor'),
    bookedMinor: minor('booked_minor'),
    feeMinor: minor('fee_minor'),
    gstMinor: minor('gst_minor'),
    netMinor: minor('net_minor'),
    completedOn: day('completed_on').notNull(),
    settledOn: day('settled_on'),
    settlementUtr: text('settlement_utr'),
    documentId: key('document_id'),
    loanId: idColumn('loan', 'loan_id'),
    reason: text('reason'),
    explainedBy: idColumn('staff', 'explained_by'),
    explainedAt: instant('explained_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('settlement_items_completed').on(table.completedOn, table.id),
    index('settlement_items_state').on(table.state, table.completedOn, table.id),
    index('settlement_items_left').on(table.id).where(sql`state <> 'matched'`),
    index('settlement_items_report').on(table.reportId, table.line, table.state),
    index('settlement_items_document').on(table.documentId).where(sql`document_id is not null`),
    index('settlement_items_ref').on(table.gatewayRef).where(sql`gateway_ref is not null`),
    index('settlement_items_refunds').on(table.documentId).where(sql`kind = 'refund'`),
    index('settlement_items_loan').on(table.loanId).where(sql`loan_id is not null`),
    uniqueIndex('settlement_items_missing').on(table.documentId).where(sql`match = 'missing'`),
  ],
)
