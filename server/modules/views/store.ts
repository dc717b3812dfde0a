import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SavedView } from '#contract/views.ts'
import { idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `views`: views of lists, each for a person, a unit or a role. */
export const viewRows = pgTable(
  'views',
  {
    id: idColumn('view').primaryKey(),
    listing: text('listing').notNull(),
    audience: text('audience', { enum: ['own', 'team', 'role'] }).notNull(),
    /** Whose it is: the id of a person, a unit or a role. */
    ownerId: key('owner_id').notNull(),
    title: text('title').notNull(),
    query: text('query').notNull(),
    layout: jsonb('layout').$type<SavedView['layout']>().notNull(),
    /** Who saved it last, and when. */
    makerId: idColumn('staff', 'maker_id').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    uniqueIndex('views_title').on(table.listing, table.audience, table.ownerId, table.title),
    index('views_owner').on(table.ownerId),
  ],
)

/** Table `view_openings`: which view a list opens with, for a person or for a role. */
export const viewOpeningRows = pgTable(
  'view_openings',
  {
    ownerId: key('owner_id').notNull(),
    audience: text('audience', { enum: ['own', 'role'] }).notNull(),
    listing: text('listing').notNull(),
    view: key('view').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.audience, table.listing] })],
)
