import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Table `customers`: people who borrow, or want to. PAN and Aadhaar are encrypted, shown by their last four, found by a blind index. */
export const customerRows = pgTable(
  'customers',
  {
    id: idColumn('customer').primaryKey(),
    ...changeable(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    name: text('name'),
    phone: key('phone'),
    email: text('email'),
    birthDate: day('birth_date'),
    sex: text('sex', { enum: ['female', 'male', 'other'] }),
    education: text('education'),
    profession: text('profession'),
    employment: text('employment'),
    incomeMinor: minor('income_minor'),
    address: text('address'),
    pan: text('pan'),
    panTail: text('pan_tail'),
    panIndex: key('pan_index'),
    aadhaar: text('aadhaar'),
    aadhaarTail: text('aadhaar_tail'),
    aadhaarIndex: key('aadhaar_index'),
    app: text('app').notNull(),
    channel: text('channel').notNull(),
    kind: text('kind', { enum: ['new', 'old'] })
      .notNull()
      .default('new'),
    state: text('state', { enum: ['enabled', 'disabled', 'frozen'] })
      .notNull()
      .default('enabled'),
    blacklisted: boolean('blacklisted').notNull().default(false),
    loansDone: integer('loans_done').notNull().default(0),
    limitMinor: minor('limit_minor'),
    currency: text('currency').$type<Currency>().notNull(),
    registeredAt: instant('registered_at').notNull(),
    /** Whether somebody holds a case of theirs, as `cases_held` keeps it. */
    held: boolean('held').notNull().default(false),
    /** Where the row came from, and what it was called there: nothing is imported twice. */
    externalId: key('external_id').unique(),
    /** What it was called there, without the name of the book. */
    externalRef: key('external_ref').generatedAlwaysAs(sql`substr(external_id, strpos(external_id, ':') + 1)`),
  },
  (table) => [
    index('customers_external_ref').on(table.externalRef).where(sql`external_ref is not null`),
    index('customers_registered').on(table.registeredAt, table.id),
    index('customers_blacklisted').on(table.registeredAt, table.id).where(sql`blacklisted`),
    index('customers_barred').on(table.registeredAt, table.id).where(sql`state <> 'enabled'`),
    index('customers_held').on(table.registeredAt, table.id).where(sql`held`),
    index('customers_department').on(table.departmentId),
    index('customers_phone').on(table.phone),
    index('customers_pan').on(table.panIndex),
    index('customers_aadhaar').on(table.aadhaarIndex),
    index('customers_email').on(sql`lower(${table.email})`),
    index('customers_name').using('gin', sql`${table.name} gin_trgm_ops`),
  ],
)
/** A customer as they are stored. */
export type StoredCustomer = typeof customerRows.$inferSelect
