import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { scopes } from '#contract/kernel/grants.ts'
import type { PageId } from '#contract/menu.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `roles`: what members of staff are in the business. */
export const roleRows = pgTable('roles', {
  id: idColumn('role').primaryKey(),
  ...changeable(),
  name: text('name').notNull(),
  /** The short name that other systems know it by. */
  mark: text('mark').notNull().unique(),
  state: text('state', { enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled'),
  /** Quotas: how often a day personal data is shown, how many rows an export may have; none: no bound. */
  revealsMax: integer('reveals_max'),
  exportRowsMax: integer('export_rows_max'),
  /** Whether nobody has it without two-factor. */
  twoFactor: boolean('two_factor').notNull().default(false),
  /** When somebody last changed it; never: it is as it was delivered. */
  changedAt: instant('changed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Table `role_grants`: what a role grants on a page: the sum of its button codes, and whose rows it reaches there. */
export const grantRows = pgTable(
  'role_grants',
  {
    roleId: idColumn('role', 'role_id').notNull(),
    page: text('page').$type<PageId>().notNull(),
    codes: integer('codes').notNull(),
    scope: text('scope', { enum: scopes }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.page] })],
)
