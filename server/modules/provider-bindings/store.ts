import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `provider_bindings`: which configurations apps are bound to. */
export const providerBindingRows = pgTable(
  'provider_bindings',
  {
    id: idColumn('providerBinding').primaryKey(),
    ...changeable(),
    state: text('state', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    appId: idColumn('app', 'app_id').notNull(),
    configId: idColumn('providerConfig', 'config_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('provider_bindings_once').on(table.appId, table.configId)],
)
