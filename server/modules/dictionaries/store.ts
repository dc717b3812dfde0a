import { type AnyPgColumn, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'

/** Table `dictionaries`: dictionary types, those that come with the product and those that staff have added. */
export const dictionaryRows = pgTable('dictionaries', {
  /** Its type code. */
  id: idColumn('dictionary').primaryKey(),
  ...changeable(),
  /** What somebody calls it; none: what it is called by the product. */
  name: text('name'),
  /** What the product calls it, brought up to date at every start. */
  names: jsonb('names').$type<Labels>().notNull().default({}),
  parentId: idColumn('dictionary', 'parent_id').references((): AnyPgColumn => dictionaryRows.id),
  sort: integer('sort').notNull(),
  /** Numbers of those it stands below and its own, in digits: the order of the tree. */
  place: key('place').notNull().default(''),
  createdAt: instant('created_at').notNull(),
})
