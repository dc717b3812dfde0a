import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import { rollPolicies } from '#contract/stages.ts'
import { changeable, instant } from '#server/kernel/base/columns.ts'

/** The last day of a stage as a number: one without end ends after all others. */
export const endOfStage = sql`coalesce(last_day, 2147483647)`

/**
 * Table `stages`: stages of collection. Only their last days are kept: each begins the day after the one before, the first
 * on the due date. So no day is left out, none is in two, and no stage is without one.
 */
export const stageRows = pgTable(
  'stages',
  {
    // compared as the column of the cases is, which has no collation of its own
    id: text('id').$type<IdOf<'stage'>>().primaryKey(),
    ...changeable(),
    name: text('name').notNull(),
    lastDay: integer('last_day'),
    addressBookVisible: boolean('address_book_visible').notNull().default(false),
    rollPolicy: text('roll_policy', { enum: rollPolicies }).notNull().default('reallocate'),
    capacity: integer('capacity'),
    createdAt: instant('created_at').notNull(),
  },
  () => [uniqueIndex('stages_last_day').on(endOfStage), check('stages_last_day_known', sql`last_day >= 0`)],
)
