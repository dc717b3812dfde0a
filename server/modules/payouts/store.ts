import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `payouts`: orders to a channel to pay money out, one for each attempt. */
export const payoutRows = pgTable(
  'payouts',
  {
    /** Names the pay-out to the channel, which must not pay it twice. */
    id: idColumn('payout').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    attempt: integer('attempt').notNull(),
    cardId: idColumn('card', 'card_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    channel: text('channel').notNull(),
    /**
     * The configuration it went by, or is about to: chosen before it is sent for the first time, and never again.
     * Whatever comes of it, nobody else is given the same order.
     */
    configId: idColumn('providerConfig', 'config_id'),
    state: text('state', { enum: ['paying', 'success', 'fail'] }).notNull(),
    /** What the channel calls it. */
    channelRef: text('channel_ref'),
    utr: text('utr'),
    failureCode: text('failure_code'),
    failureText: text('failure_text'),
    requestedAt: instant('requested_at').notNull(),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [
    uniqueIndex('payouts_attempt').on(table.loanId, table.attempt),
    uniqueIndex('payouts_channel_ref').on(table.channel, table.channelRef).where(sql`channel_ref is not null`),
    index('payouts_ref').on(table.channelRef).where(sql`channel_ref is not null`),
    index('payouts_resolved').on(table.resolvedAt, table.id).where(sql`state = 'success'`),
    index('payouts_utr').on(table.utr).where(sql`utr is not null`),
    index('payouts_requested').on(table.requestedAt),
    index('payouts_paying').on(table.id).where(sql`state = 'paying'`),
  ],
)
