import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { platforms } from '#contract/apps.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { changeable, idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `app_groups`: what apps belong together. */
export const appGroupRows = pgTable('app_groups', {
  id: key('id').$type<IdOf<'appGroup'>>().primaryKey(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Table `apps`: what customers apply in. */
export const appRows = pgTable('apps', {
  id: key('id').$type<IdOf<'app'>>().primaryKey(),
  ...changeable(),
  state: text('state', { enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled'),
  name: text('name').notNull(),
  groupId: idColumn('appGroup', 'group_id').notNull(),
  package: text('package').notNull(),
  platform: text('platform', { enum: platforms }).notNull(),
  release: text('release').notNull(),
  forcedUpdate: boolean('forced_update').notNull().default(false),
  company: text('company').notNull(),
  defaultProductId: idColumn('product', 'default_product_id'),
  createdAt: instant('created_at').notNull(),
})

/** Table `app_contracts`: contract templates of apps, each in force from its moment until the next. None is changed: orders were lent on them. */
export const appContractRows = pgTable(
  'app_contracts',
  {
    appId: key('app_id').$type<IdOf<'app'>>().notNull(),
    since: instant('since').notNull(),
    /** None: from then on there is nothing beside the terms. */
    template: text('template'),
  },
  (table) => [primaryKey({ columns: [table.appId, table.since] })],
)
