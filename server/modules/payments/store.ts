import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import type { PaymentKind, Reversal } from '#contract/payments.ts'
import { byComponent, changeable, idColumn, instant, minor } from '#server/kernel/base/columns.ts'
import { caseHolderColumns, caseHolderIndex, hasCaseHolder } from '#server/modules/case-holder/store.ts'

/** Table `payments`: repayment orders: money that came in, or is on its way. */
export const paymentRows = pgTable(
  'payments',
  {
    id: idColumn('payment').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    kind: text('kind', { enum: ['normal', 'partial', 'extension', 'writeOff', 'early', 'reversal'] }).notNull(),
    channel: text('channel', { enum: ['eWallet', 'bankTransfer', 'offline', 'link'] }).notNull(),
    state: text('state', { enum: ['paying', 'success', 'fail'] }).notNull(),
    platformRef: text('platform_ref'),
    /** What the bank or wallet behind the channel calls it. */
    paymentNo: text('payment_no'),
    linkId: idColumn('paymentLink', 'link_id'),
    /** The configuration that its link was made by: each calls payments in its own way. */
    configId: idColumn('providerConfig', 'config_id'),
    utr: text('utr'),
    upi: text('upi'),
    bankCode: text('bank_code'),
    /** Fee and commission of an extension: not allocated to any plan. */
    extensionMinor: minor('extension_minor').notNull().default(0),
    /** More than was owed: waits to be given back. */
    unappliedMinor: minor('unapplied_minor').notNull().default(0),
    /** What the channel keeps for its work. */
    costMinor: minor('cost_minor').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** When the money was there: the day it counts for. */
    completedAt: instant('completed_at'),
    /** When it was written down that the money was there; none where that was at once. */
    bookedAt: instant('booked_at'),
    operator: text('operator'),
    failure: text('failure'),
    /** Whose the open case of its order is, as `cases_held` keeps it. */
    ...caseHolderColumns(),
  },
  (table) => [
    index('payments_loan').on(table.loanId),
    index('payments_created').on(table.createdAt, table.id),
    index('payments_state').on(table.state, table.createdAt, table.id),
    index('payments_completed').on(table.completedAt.desc().nullsLast(), table.id.desc().nullsFirst()),
    index('payments_received').on(table.completedAt).where(sql`state = 'success'`),
    index('payments_amount').on(table.amountMinor, table.id),
    caseHolderIndex('payments_held', table, table.createdAt, table.id),
    caseHolderIndex('payments_held_state', table, table.state, table.createdAt, table.id),
    caseHolderIndex(
      'payments_held_completed',
      table,
      table.completedAt.desc().nullsLast(),
      table.id.desc().nullsFirst(),
    ),
    index('payments_collector').on(table.collectorId, table.state).where(hasCaseHolder),
    index('payments_paying').on(table.id).where(sql`state = 'paying'`),
    index('payments_unapplied').on(table.createdAt, table.id).where(sql`unapplied_minor > 0`),
    index('payments_upi').on(sql`lower(${table.upi})`),
    index('payments_utr_any').on(table.utr).where(sql`utr is not null`),
    uniqueIndex('payments_utr').on(table.utr).where(sql`utr is not null and state = 'success'`),
    uniqueIndex('payments_platform')
      .on(table.channel, table.platformRef, sql`coalesce(${table.configId}, '')`)
      .where(sql`platform_ref is not null`),
  ],
)
/** A payment as it is stored. */
export type StoredPayment = typeof paymentRows.$inferSelect

/** Table `allocations`: what each plan got of a payment. */
export const allocationRows = pgTable(
  'allocations',
  {
    paymentId: idColumn('payment', 'payment_id').notNull(),
    planId: idColumn('plan', 'plan_id').notNull(),
    ...byComponent('paid'),
  },
  (table) => [primaryKey({ columns: [table.paymentId, table.planId] }), index('allocations_plan').on(table.planId)],
)

/** Table `payment_reversals`: payments that have bounced: who says so, and the payment of less than nothing that takes each back. */
export const reversalRows = pgTable(
  'payment_reversals',
  {
    paymentId: idColumn('payment', 'payment_id').primaryKey(),
    state: text('state').$type<Reversal>().notNull(),
    reason: text('reason').notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    askedAt: instant('asked_at').notNull(),
    contraId: idColumn('payment', 'contra_id').unique(),
  },
  (table) => [index('payment_reversals_state').on(table.state)],
)

/** Table `payment_links`: links through which customers are asked to pay. */
export const paymentLinkRows = pgTable(
  'payment_links',
  {
    id: idColumn('paymentLink').primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    kind: text('kind').$type<PaymentKind>().notNull(),
    /** Of an extension: the quote it is the price of. */
    extensionId: text('extension_id'),
    /** What it asks for less by. Another link may be made with it meanwhile. */
    couponId: idColumn('coupon', 'coupon_id'),
    /** Where the customer pays, once the channel has said so. */
    url: text('url'),
    /** The configuration that has made it. */
    configId: idColumn('providerConfig', 'config_id'),
    state: text('state', { enum: ['open', 'used', 'expired'] }).notNull(),
    madeBy: text('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('payment_links_loan').on(table.loanId),
    index('payment_links_open').on(table.expiresAt, table.id).where(sql`state = 'open'`),
  ],
)
