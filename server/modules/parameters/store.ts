import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { changeable, key } from '#server/kernel/base/columns.ts'

/** Table `parameters`: parameters that were set; the others have the values of the contract. */
export const parameterRows = pgTable('parameters', {
  id: key('id').primaryKey(),
  ...changeable(),
  value: jsonb('value').notNull(),
  remark: text('remark').notNull().default(''),
})
