import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { pictureKinds } from '#contract/picture-kinds.ts'
import { idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `customer_pictures`: papers and faces of customers; the files themselves are in the file store. */
export const customerPictureRows = pgTable(
  'customer_pictures',
  {
    id: idColumn('picture').primaryKey(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    kind: text('kind', { enum: pictureKinds }).notNull(),
    /** Where the file store has it, or that it is drawn when somebody asks. */
    fileKey: text('file_key').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** SHA-256 of the file as it was sent. */
    sha256: text('sha256').notNull(),
    /** What the app calls it: the same upload again is the same picture. */
    externalId: key('external_id').unique(),
    uploadedAt: instant('uploaded_at').notNull(),
    /** When another one of its kind came; none: it is in force. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    uniqueIndex('customer_pictures_in_force').on(table.customerId, table.kind).where(sql`replaced_at is null`),
    index('customer_pictures_customer').on(table.customerId, table.uploadedAt),
  ],
)
/** A picture as it is stored. */
export type StoredPicture = typeof customerPictureRows.$inferSelect

/** Table `picture_reveals`: which picture was revealed to whom, and until when. */
export const pictureRevealRows = pgTable(
  'picture_reveals',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    pictureId: idColumn('picture', 'picture_id').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.pictureId] }),
    index('picture_reveals_until').on(table.until),
  ],
)
