import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { pictureKinds } from '#contract/picture-kinds.ts'
import { type Box, readingFields } from '#contract/readings.ts'
import { idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `document_readings`: what machines have read off pictures. Numbers of papers are encrypted, as customers have them. */
export const documentReadingRows = pgTable(
  'document_readings',
  {
    id: idColumn('reading').primaryKey(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    field: text('field', { enum: readingFields }).notNull(),
    /** As it was read; of a number of papers what may be seen of it. */
    value: text('value').notNull(),
    sealed: text('sealed'),
    tail: text('tail'),
    blindIndex: key('blind_index'),
    /** In millionths. */
    confidence: integer('confidence').notNull(),
    from: text('from_source', { enum: [...pictureKinds, 'bank'] }).notNull(),
    box: jsonb('box').$type<Box>(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [
    uniqueIndex('document_readings_customer').on(table.customerId, table.field, table.from),
    index('document_readings_number').on(table.blindIndex),
  ],
)
/** A reading as it is stored. */
export type StoredReading = typeof documentReadingRows.$inferSelect
