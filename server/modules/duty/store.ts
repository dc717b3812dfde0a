import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { day, idColumn } from '#server/kernel/base/columns.ts'

/** Table `duty_patterns`: the weekdays on which somebody works in every week. Who has none is not on the schedule. */
export const dutyPatternRows = pgTable(
  'duty_patterns',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    /** Monday is 1, Sunday 7. */
    weekday: smallint('weekday').notNull(),
    works: boolean('works').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.staffId, table.weekday] }),
    check('duty_patterns_weekday', sql`weekday between 1 and 7`),
  ],
)

/** Table `duty_days`: days on which somebody's duty is another than their pattern says. */
export const dutyDayRows = pgTable(
  'duty_days',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    day: day('day').notNull(),
    duty: text('duty', { enum: ['work', 'rest', 'leave', 'sick', 'course'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.day] }), index('duty_days_day').on(table.day)],
)
