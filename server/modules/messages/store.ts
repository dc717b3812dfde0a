import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { Message, messageFlow, type Template } from '#contract/messages.ts'
import { day, idColumn, instant } from '#server/kernel/columns.ts'

/** Messages to customers. Whose number they go to is asked when they leave. */
export const messageRows = pgTable(
  'messages',
  {
    id: idColumn('message').primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    planId: idColumn('plan', 'plan_id'),
    /** The link it hands over. */
    linkId: idColumn('paymentLink', 'link_id'),
    template: text('template').$type<Template>().notNull(),
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
