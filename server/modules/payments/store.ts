import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { byComponent, changeable, idColumn, instant, minor } from '#server/kernel/columns.ts'

/** Repayment orders: money that came in, or is on its way. */
export const paymentRows = pgTable(
  'payments',
  {
    id: idColumn('payment').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    kind: text('kind', { enum: ['normal', 'partial', 'extension', 'writeOff', 'early'] }).notNull(),
    channel: text('channel', { enum: ['eWallet', 'bankTransfer', 'offline', 'link'] }).notNull(),
    state: text('state', { enum: ['paying', 'success', 'fail'] }).notNull(),
    platformRef: text('platform_ref'),
    utr: text('utr'),
    upi: text('upi'),
    createdAt: instant('created_at').notNull(),
    /** When the money was there: the day it counts for. */
    completedAt: instant('completed_at'),
    operator: text('operator'),
  },
  (table) => [
    index('payments_loan').on(table.loanId),
    index('payments_created').on(table.createdAt, table.id),
    uniqueIndex('payments_utr').on(table.utr).where(sql`utr is not null and state = 'success'`),
    uniqueIndex('payments_platform').on(table.channel, table.platformRef).where(sql`platform_ref is not null`),
  ],
)

/** What each plan got of a payment. */
export const allocationRows = pgTable(
  'allocations',
  {
    paymentId: idColumn('payment', 'payment_id').notNull(),
    planId: idColumn('plan', 'plan_id').notNull(),
    ...byComponent('paid'),
  },
  (table) => [primaryKey({ columns: [table.paymentId, table.planId] }), index('allocations_plan').on(table.planId)],
)
