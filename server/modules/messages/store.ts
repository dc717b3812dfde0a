import { type Column, type SQL, sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { Message, type MessageTemplate, messageFlow } from '#contract/messages.ts'
import { day, idColumn, instant } from '#server/kernel/base/columns.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'

/** Table `messages`: messages to customers. Whose number they go to is asked when they leave. */
export const messageRows = pgTable(
  'messages',
  {
    id: idColumn('message').primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    planId: idColumn('plan', 'plan_id'),
    /** The link it hands over. */
    linkId: idColumn('paymentLink', 'link_id'),
    template: text('template').$type<MessageTemplate>().notNull(),
    state: text('state', { enum: messageFlow.states }).notNull(),
    channel: text('channel', { enum: ['sms'] }).notNull(),
    language: text('language', { enum: [...Message.shape.language.values] as ['en', 'es', 'vi', 'id'] }).notNull(), // as its schema lists them
    text: text('text').notNull(),
    /** Of a reminder that has left, or is about to: the day it counts for. One for each customer. */
    reminds: day('reminds'),
    madeBy: text('made_by').notNull(),
    createdAt: instant('created_at').notNull(),
    sendAt: instant('send_at').notNull(),
    sentAt: instant('sent_at'),
    failure: text('failure'),
  },
  (table) => [
    index('messages_loan').on(table.loanId, table.id),
    index('messages_scheduled').on(table.sendAt, table.id).where(sql`state = 'scheduled'`),
    uniqueIndex('messages_reminded').on(table.customerId, table.reminds).where(sql`reminds is not null`),
  ],
)
/** A message as it is stored. */
export type StoredMessage = typeof messageRows.$inferSelect

/** Whether a customer was reminded of a debt today. One row of an index, asked for each customer by itself. */
export const remindedToday = (customerId: Column, { day }: ReadContext): SQL =>
  sql`coalesce((select true from ${messageRows}
    where ${messageRows.customerId} = ${customerId} and ${messageRows.reminds} = ${day}), false)`
