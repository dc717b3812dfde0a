import { customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `exports`: files that are made of lists, each until its link ends. */
export const exportRows = pgTable(
  'exports',
  {
    id: idColumn('export').primaryKey(),
    ...changeable(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    listing: text('listing').notNull(),
    /** Which rows and columns, as it was asked for. */
    input: jsonb('input').notNull(),
    language: text('language').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    state: text('state', { enum: ['making', 'done', 'failed', 'stopped'] }).notNull(),
    done: integer('done').notNull().default(0),
    count: integer('count').notNull(),
    requestId: text('request_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When whoever makes it said last that it is still being made. */
    beatAt: instant('beat_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('exports_staff').on(table.staffId, table.createdAt), index('exports_expire').on(table.expiresAt)],
)

/** A file as it is stored: how it was asked for, and how far it has come. */
export type ExportRecord = typeof exportRows.$inferSelect

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Table `export_parts`: what is in a file, in pieces: any server hands it out, whichever made it. */
export const exportPartRows = pgTable(
  'export_parts',
  {
    exportId: idColumn('export', 'export_id')
      .notNull()
      .references(() => exportRows.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.seq] })],
)
