import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { type CreditState, customerFlow } from '#contract/customers.ts'
import type { Currency } from '#contract/kernel/values.ts'
import type { KycProgress, KycStep } from '#contract/kyc.ts'
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
    maritalStatus: text('marital_status', { enum: ['single', 'married', 'divorced', 'widowed'] }),
    children: smallint('children'),
    dwelling: text('dwelling', { enum: ['owned', 'rented', 'withFamily', 'employer', 'other'] }),
    education: text('education'),
    profession: text('profession'),
    employment: text('employment'),
    company: text('company'),
    companyAddress: text('company_address'),
    incomeMinor: minor('income_minor'),
    address: text('address'),
    postcode: text('postcode'),
    /** The step of KYC that is next, as `kyc_steps` has it. */
    kyc: text('kyc').$type<KycProgress>().notNull().default('basic'),
    pan: text('pan'),
    panTail: text('pan_tail'),
    panIndex: key('pan_index'),
    aadhaar: text('aadhaar'),
    aadhaarTail: text('aadhaar_tail'),
    aadhaarIndex: key('aadhaar_index'),
    app: text('app').notNull(),
    channel: text('channel').notNull(),
    /** Attribution: the medium and the campaign that brought them, as the app told when they registered; none: nobody knows. */
    media: text('media'),
    campaign: text('campaign'),
    kind: text('kind', { enum: ['new', 'old'] })
      .notNull()
      .default('new'),
    state: text('state', { enum: customerFlow.states }).notNull().default('enabled'),
    /** Why they were frozen or disabled, or let in again. */
    stateReason: text('state_reason'),
    blacklisted: boolean('blacklisted').notNull().default(false),
    loansDone: integer('loans_done').notNull().default(0),
    /** Whether their credit was assessed, what they may borrow, and the last day on which they may. */
    credit: text('credit').$type<CreditState>().notNull().default('toCredit'),
    limitMinor: minor('limit_minor'),
    limitExpiresOn: day('limit_expires_on'),
    currency: text('currency').$type<Currency>().notNull(),
    registeredAt: instant('registered_at').notNull(),
    /** When their personal data was erased, and until when what stays has to be kept. */
    erasedOn: day('erased_on'),
    keptUntil: day('kept_until'),
    /** Whether somebody holds a case of theirs, as `cases_held` keeps it. */
    held: boolean('held').notNull().default(false),
    /** Whether somebody was ever given an order of theirs to review, as a trigger on `loans` keeps it. */
    reviewed: boolean('reviewed').notNull().default(false),
    /** Whether an order of theirs is under way, as a trigger on `loans` keeps it. */
    liveLoan: boolean('live_loan').notNull().default(false),
    /**
     * Whether they ever applied for an order, and one of theirs was ever paid out, as a trigger on `loans` keeps it; and paid
     * for, or its extension, as those on `allocations` and `payments` do.
     */
    applied: boolean('applied').notNull().default(false),
    borrowed: boolean('borrowed').notNull().default(false),
    paid: boolean('paid').notNull().default(false),
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
    index('customers_kyc').on(table.kyc, table.registeredAt, table.id).where(sql`kyc <> 'done'`),
    index('customers_credit').on(table.credit, table.registeredAt, table.id),
    index('customers_to_credit')
      .on(table.registeredAt, table.id)
      .where(sql`kyc = 'done' and credit in ('toCredit', 'abnormal')`),
    index('customers_unassessed').on(table.id).where(sql`credit = 'toCredit' and kyc = 'done'`),
    index('customers_limit_expires').on(table.limitExpiresOn, table.id),
    index('customers_erased').on(table.erasedOn, table.id).where(sql`erased_on is not null`),
    index('customers_held').on(table.registeredAt, table.id, table.kyc, table.credit).where(sql`held`),
    index('customers_reviewed').on(table.registeredAt, table.id, table.kyc, table.credit).where(sql`reviewed`),
    index('customers_paid').on(table.registeredAt, table.id).where(sql`paid`),
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

/** Table `customer_contacts`: whom customers have named. The number is encrypted, shown by its last four, found by a blind index. */
export const contactRows = pgTable(
  'customer_contacts',
  {
    id: idColumn('contact').primaryKey(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    phoneTail: text('phone_tail').notNull(),
    phoneIndex: key('phone_index').notNull(),
    relation: text('relation').notNull(),
    /** When they were named. */
    at: instant('at').notNull(),
  },
  (table) => [
    index('customer_contacts_customer').on(table.customerId, table.id),
    index('customer_contacts_phone').on(table.phoneIndex),
  ],
)

/** Table `kyc_steps`: when customers began each step of KYC, and finished it. */
export const kycStepRows = pgTable(
  'kyc_steps',
  {
    customerId: idColumn('customer', 'customer_id').notNull(),
    step: text('step').$type<KycStep>().notNull(),
    begunAt: instant('begun_at'),
    doneAt: instant('done_at'),
    /** When it was asked for again, and why. */
    askedAt: instant('asked_at'),
    reason: text('reason'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.step] }),
    index('kyc_steps_live').on(table.doneAt).where(sql`step = 'live' and done_at is not null`),
  ],
)

/** Table `customer_devices`: what customers have used the app on. */
export const deviceRows = pgTable(
  'customer_devices',
  {
    customerId: idColumn('customer', 'customer_id').notNull(),
    mark: key('mark').notNull(),
    brand: text('brand'),
    model: text('model'),
    os: text('os'),
    osVersion: text('os_version'),
    language: text('language'),
    madeOn: day('made_on'),
    memoryMb: integer('memory_mb'),
    operator: text('operator'),
    firstSeenAt: instant('first_seen_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.mark] }), index('customer_devices_mark').on(table.mark)],
)

/** Summary table `customer_days`: customers by the day they registered on, and by how far they have come. */
export const customerDayRows = pgTable(
  'customer_days',
  {
    /** When the day begins, where the business runs. */
    registeredAt: instant('registered_at').notNull(),
    app: text('app').notNull(),
    channel: text('channel').notNull(),
    kind: text('kind', { enum: ['new', 'old'] }).notNull(),
    kyc: text('kyc').$type<KycProgress>().notNull(),
    credit: text('credit').$type<CreditState>().notNull(),
    applied: boolean('applied').notNull(),
    borrowed: boolean('borrowed').notNull(),
    loansDone: integer('loans_done').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    rows: integer('rows').notNull(),
  },
  (table) => [index('customer_days_registered').on(table.registeredAt)],
)
