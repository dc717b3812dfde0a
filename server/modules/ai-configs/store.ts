import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `ai_configs`: whom robots call, when, and how often. */
export const aiConfigRows = pgTable(
  'ai_configs',
  {
    id: idColumn('aiConfig').primaryKey(),
    ...changeable(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    productId: idColumn('product', 'product_id').notNull(),
    minOverdueDays: integer('min_overdue_days').notNull(),
    maxOverdueDays: integer('max_overdue_days'),
    /** Weekdays and dates on which calls go out, as `outbound-days` writes them. */
    weekdays: text('weekdays'),
    dates: text('dates'),
    startTime: text('start_time').notNull(),
    endTime: text('end_time').notNull(),
    robotId: text('robot_id').notNull(),
    robotName: text('robot_name').notNull(),
    repeatDays: integer('repeat_days').notNull(),
    repeatMax: integer('repeat_max').notNull(),
    redialMinutes: integer('redial_minutes').notNull(),
    redialMax: integer('redial_max').notNull(),
    ignoredLabels: text('ignored_labels').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('ai_configs_product').on(table.productId)],
)
/** A configuration as it is stored. */
export type StoredAiConfig = typeof aiConfigRows.$inferSelect
