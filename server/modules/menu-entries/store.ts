import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { menuIcons, menuKinds, menuPlaces } from '#contract/menu-entries.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'

/** Table `menu_entries`: the menu as an administrator keeps it. What has no row stands as it came with the product. */
export const menuEntryRows = pgTable('menu_entries', {
  id: idColumn('menuEntry').primaryKey(),
  ...changeable(),
  kind: text('kind', { enum: menuKinds }).notNull(),
  /** The group it stands in, by name; `top` for none. */
  place: text('place', { enum: menuPlaces }).notNull(),
  sort: integer('sort').notNull(),
  icon: text('icon', { enum: menuIcons }),
  hidden: boolean('hidden').notNull(),
  path: text('path').notNull(),
  /** Titles that somebody has written, by language, … */
  labels: jsonb('labels').$type<Labels>().notNull(),
  /** … and those of the product. */
  defaults: jsonb('defaults').$type<Labels>().notNull(),
  createdAt: instant('created_at').notNull(),
})
/** An entry of the menu as it is stored. */
export type StoredMenuEntry = typeof menuEntryRows.$inferSelect
