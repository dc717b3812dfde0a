import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { providerKinds } from '#contract/providers/types.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `providers`: third parties, each with what it does. */
export const providerRows = pgTable(
  'providers',
  {
    id: idColumn('provider').primaryKey(),
    ...changeable(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    name: text('name').notNull(),
    kind: text('kind', { enum: providerKinds }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('providers_name').on(table.name)],
)
