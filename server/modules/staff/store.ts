import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { staffFlow } from '#contract/staff.ts'
import { changeable, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `staff`: everybody who signs in. */
export const staffRows = pgTable(
  'staff',
  {
    id: idColumn('staff').primaryKey(),
    ...changeable(),
    account: text('account').notNull().unique(),
    name: text('name').notNull(),
    jobNumber: text('job_number'),
    email: text('email'),
    phone: text('phone'),
    passwordHash: text('password_hash').notNull(),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    unitId: idColumn('unit', 'unit_id').notNull(),
    state: text('state', { enum: staffFlow.states }).notNull().default('enabled'),
    language: text('language'),
    introduction: text('introduction').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    lastSignInAt: instant('last_sign_in_at'),
  },
  (table) => [index('staff_unit').on(table.unitId), index('staff_name').on(table.name)],
)

/** Table `staff_roles`: which roles everybody has, and since when. */
export const staffRoleRows = pgTable(
  'staff_roles',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    roleId: idColumn('role', 'role_id').notNull(),
    since: instant('since').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.roleId] })],
)

/** Table `past_passwords`: the last passwords of everybody, so that they are not used again. */
export const pastPasswordRows = pgTable(
  'past_passwords',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    passwordHash: text('password_hash').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('past_passwords_staff').on(table.staffId, table.at)],
)
