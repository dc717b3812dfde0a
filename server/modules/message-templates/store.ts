import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { letterLanguages, messageChannels, type Occasion } from '#contract/message-occasions.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `message_templates`: what customers are written, by occasion, channel and language. */
export const messageTemplateRows = pgTable(
  'message_templates',
  {
    id: idColumn('messageTemplate').primaryKey(),
    ...changeable(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    occasion: text('occasion').$type<Occasion>().notNull(),
    channel: text('channel', { enum: messageChannels }).notNull(),
    language: text('language', { enum: letterLanguages }).notNull(),
    subject: text('subject'),
    text: text('text').notNull(),
    /** Whether it says what came with the product: then it follows its releases. */
    original: boolean('original').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('message_templates_of').on(table.occasion, table.channel, table.language)],
)
/** A template as it is stored. */
export type StoredTemplate = typeof messageTemplateRows.$inferSelect
