import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import { byComponent, changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'
import { caseHolderColumns, caseHolderIndex, hasCaseHolder } from '#server/modules/case-holder/store.ts'

/** Table `plans`: instalments, each with its account: what was charged, and what became of that. The rest is owed. */
export const planRows = pgTable(
  'plans',
  {
    id: idColumn('plan').primaryKey(),
    ...changeable(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    serial: integer('serial').notNull(),
    periods: integer('periods').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    dueDate: day('due_date').notNull(),
    ...byComponent('charged'),
    ...byComponent('paid'),
    ...byComponent('reduced'),
    ...byComponent('discounted'),
    ...byComponent('lost'),
    /** What it still asks for. The rest of an extended plan is asked for by the order that extends it, and only there. */
    owedMinor: minor('owed_minor')
      .notNull()
      .generatedAlwaysAs(
        sql`case when state = 'extended' then 0 else charged_penalty + charged_fee + charged_interest + charged_principal
          - paid_penalty - paid_fee - paid_interest - paid_principal
          - reduced_penalty - reduced_fee - reduced_interest - reduced_principal
          - discounted_penalty - discounted_fee - discounted_interest - discounted_principal
          - lost_penalty - lost_fee - lost_interest - lost_principal end`,
      ),
    state: text('state', { enum: ['open', 'paid', 'paidReduced', 'extended', 'writtenOff'] }).notNull(),
    /** The last day that penalties were charged for. */
    penaltyThrough: day('penalty_through'),
    reducedAt: instant('reduced_at'),
    /** A reduction was asked for and is not decided yet. */
    openRequest: boolean('open_request').notNull().default(false),
    settledAt: instant('settled_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Whose the open case of its order is, as `cases_held` keeps it. */
    ...caseHolderColumns(),
  },
  (table) => [
    uniqueIndex('plans_serial').on(table.loanId, table.serial),
    // with what the board counts of a day
    index('plans_due').on(table.dueDate, table.id, table.settledAt),
    index('plans_open_due').on(table.dueDate, table.id).where(sql`state = 'open'`),
    index('plans_settled').on(table.settledAt.desc().nullsLast(), table.id.desc().nullsFirst()),
    // what orders owe, each by itself or all of them in their order
    index('plans_owing').on(table.loanId, table.owedMinor).where(sql`owed_minor <> 0`),
    index('plans_owed').on(table.owedMinor, table.id),
    // those in the hands of collection, by each of their orders
    caseHolderIndex('plans_held', table, table.dueDate, table.id),
    caseHolderIndex('plans_held_settled', table, table.settledAt.desc().nullsLast(), table.id.desc().nullsFirst()),
    // what is owed of all that a group or an agency holds
    index('plans_held_owing')
      .on(table.agencyId, table.groupId, table.owedMinor)
      .where(sql`agency_id is not null and owed_minor <> 0`),
    index('plans_collector').on(table.collectorId, table.state).where(hasCaseHolder),
  ],
)
/** An instalment as it is stored. */
export type StoredPlan = typeof planRows.$inferSelect

/** Table `penalties`: what a plan was charged for one day overdue. */
export const penaltyRows = pgTable(
  'penalties',
  {
    planId: idColumn('plan', 'plan_id').notNull(),
    date: day('date').notNull(),
    amountMinor: minor('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.date] })],
)

/** Table `penalty_corrections`: what a payment that counts for an earlier day changed about penalties charged since then. */
export const penaltyCorrectionRows = pgTable(
  'penalty_corrections',
  {
    planId: idColumn('plan', 'plan_id').notNull(),
    date: day('date').notNull(),
    paymentId: idColumn('payment', 'payment_id').notNull(),
    amountMinor: minor('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.date, table.paymentId] })],
)

/** Table `losses`: what was written off unpaid. */
export const lossRows = pgTable(
  'losses',
  {
    planId: idColumn('plan', 'plan_id').primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    ...byComponent('lost'),
    at: instant('at').notNull(),
  },
  (table) => [index('losses_loan').on(table.loanId)],
)
