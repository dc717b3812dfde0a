import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import type { Terms } from '#contract/loans/terms.ts'
import { changeable, idColumn, instant, minor } from '#server/kernel/columns.ts'

/** What is lent: the terms new orders start with. */
export const productRows = pgTable('products', {
  id: idColumn('product').primaryKey(),
  ...changeable(),
  name: text('name').notNull(),
  departmentId: idColumn('unit', 'department_id').notNull(),
  amountMinor: minor('amount_minor').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  terms: jsonb('terms').$type<Terms>().notNull(),
  state: text('state', { enum: ['enabled', 'disabled'] }).notNull(),
  createdAt: instant('created_at').notNull(),
})
