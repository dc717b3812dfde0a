import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { day, idColumn, key } from '#server/kernel/base/columns.ts'

/** Table `units`: the business as a tree: departments, collection agencies, and the groups in them. */
export const unitRows = pgTable(
  'units',
  {
    id: idColumn('unit').primaryKey(),
    kind: text('kind', { enum: ['department', 'agency', 'group'] }).notNull(),
    name: text('name').notNull(),
    parentId: idColumn('unit', 'parent_id'),
    /** Ids from the root down to this unit, each between slashes: `/HQ/COL/A1/`. */
    path: key('path').notNull(),
    /** Of an agency: the last day of the contract with it; none: it goes on. */
    contractUntil: day('contract_until'),
  },
  (table) => [index('units_path').on(table.path)],
)
