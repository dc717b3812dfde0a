import { pgTable, text } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `merchants`: businesses that products belong to. */
export const merchantRows = pgTable('merchants', {
  id: idColumn('merchant').primaryKey(),
  ...changeable(),
  name: text('name').notNull(),
  state: text('state', { enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled'),
  createdAt: instant('created_at').notNull(),
})
