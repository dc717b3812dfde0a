import { type Column, type SQL, sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { letterLanguages, messageChannels, type Occasion } from '#contract/message-occasions.ts'
import { messageFlow, messageRefusals } from '#contract/messages.ts'
import { day, idColumn, instant } from '#server/kernel/base/columns.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'

/** Condition: a message has left, or is about to. What was refused, dropped or failed has reached nobody. */
export const hasLeft = sql.raw(`state not in ('refused', 'dropped', 'failed')`)

/** Table `messages`: messages to customers. Whose number they go to is asked when they leave. */
export const messageRows = pgTable(
  'messages',
  {
    id: idColumn('message').primaryKey(),
    /** The order it is about; none of an offer. */
    loanId: idColumn('loan', 'loan_id'),
    customerId: idColumn('customer', 'customer_id').notNull(),
    /** The agency that had the order's case then. */
    agencyId: idColumn('unit', 'agency_id'),
    planId: idColumn('plan', 'plan_id'),
    /** The link it hands over. */
    linkId: idColumn('paymentLink', 'link_id'),
    template: text('template').$type<Occasion>().notNull(),
    state: text('state', { enum: messageFlow.states }).notNull(),
    channel: text('channel', { enum: messageChannels }).notNull(),
    language: text('language', { enum: letterLanguages }).notNull(),
    subject: text('subject'),
    text: text('text').notNull(),
    /** Of a reminder: the day it counts for. One for each customer that has left, or is about to. */
    reminds: day('reminds'),
    madeBy: text('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
    sendAt: instant('send_at').notNull(),
    sentAt: instant('sent_at'),
    /** The configuration it went by. */
    configId: idColumn('providerConfig', 'config_id'),
    failure: text('failure'),
    /** The rule that forbade it. */
    refusal: text('refusal', { enum: messageRefusals }),
  },
  (table) => [
    index('messages_loan').on(table.loanId, table.id),
    index('messages_scheduled').on(table.sendAt, table.id).where(sql`state = 'scheduled'`),
    index('messages_customer').on(table.customerId, table.sendAt),
    index('messages_created').on(table.createdAt, table.id),
    index('messages_sent').on(table.sentAt, table.id).where(sql`state = 'sent'`),
    uniqueIndex('messages_reminded').on(table.customerId, table.reminds).where(sql`reminds is not null and ${hasLeft}`),
  ],
)
/** A message as it is stored. */
export type StoredMessage = typeof messageRows.$inferSelect

/** Whether a customer was reminded of a debt today. One row of an index, asked for each customer by itself. */
export const remindedToday = (customerId: Column, { day }: ReadContext): SQL =>
  sql`coalesce((select true from ${messageRows}
    where ${messageRows.customerId} = ${customerId} and ${messageRows.reminds} = ${day}
      and ${messageRows}.${hasLeft}), false)`
