import { index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `data_use`: how much personal data everybody had shown to them and took along, day by day. */
export const dataUseRows = pgTable(
  'data_use',
  {
    /** `260310 S-ops`: the day, and who. */
    id: idColumn('dataUse').primaryKey(),
    date: day('date').notNull(),
    staffId: idColumn('staff', 'staff_id').notNull(),
    reveals: integer('reveals').notNull(),
    exports: integer('exports').notNull(),
    exportedRows: integer('exported_rows').notNull(),
    copiedRows: integer('copied_rows').notNull().default(0),
    documents: integer('documents').notNull().default(0),
    rank: integer('rank').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (table) => [
    uniqueIndex('data_use_of').on(table.date, table.staffId),
    index('data_use_rank').on(table.date, table.rank),
  ],
)
