import { boolean, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { changeable, day, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `holidays`: days on which the business is closed. */
export const holidayRows = pgTable(
  'holidays',
  {
    id: idColumn('holiday').primaryKey(),
    ...changeable(),
    date: day('date').notNull(),
    name: text('name').notNull(),
    /** Whether customers are left alone on that day, too. */
    quiet: boolean('quiet').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('holidays_date').on(table.date)],
)
