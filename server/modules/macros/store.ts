import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MacroStep } from '#contract/macros.ts'
import { idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `macros`: commands that were recorded to be run again. */
export const macroRows = pgTable(
  'macros',
  {
    id: idColumn('macro').primaryKey(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    /** The unit of whoever made it, which has it as well where it is shared. */
    unitId: idColumn('unit', 'unit_id').notNull(),
    name: text('name').notNull(),
    steps: jsonb('steps').$type<MacroStep[]>().notNull(),
    shared: boolean('shared').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('macros_name').on(table.staffId, table.name),
    index('macros_unit').on(table.unitId).where(sql`shared`),
  ],
)
