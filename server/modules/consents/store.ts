import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { consentChannels, consentDocuments, consentStates } from '#contract/consents.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `consents`: what customers have agreed to. Of each document one at most is in force. */
export const consentRows = pgTable(
  'consents',
  {
    id: idColumn('consent').primaryKey(),
    ...changeable(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    state: text('state', { enum: consentStates }).notNull(),
    document: text('document', { enum: consentDocuments }).notNull(),
    documentVersion: text('document_version').notNull(),
    channel: text('channel', { enum: consentChannels }).notNull(),
    givenAt: instant('given_at'),
    endedAt: instant('ended_at'),
    withdrawnBy: text('withdrawn_by', { enum: consentChannels }),
    reason: text('reason'),
    recordedBy: text('recorded_by'),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    uniqueIndex('consents_in_force').on(table.customerId, table.document).where(sql`state = 'given'`),
    index('consents_customer').on(table.customerId, table.document, table.recordedAt),
    index('consents_recorded').on(table.recordedAt, table.id),
    index('consents_withdrawn').on(table.recordedAt, table.id).where(sql`state = 'withdrawn'`),
  ],
)
/** A consent as it is stored. */
export type StoredConsent = typeof consentRows.$inferSelect
