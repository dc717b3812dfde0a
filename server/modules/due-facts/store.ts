import { type Column, type SQL, sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type BookMonth, bookMonths, type ChosenLag, chosenLags, type DueLag, dueLags } from '#contract/due-facts.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { day, idColumn, key, minor } from '#server/kernel/base/columns.ts'

const known = sql`known_until is null`

/** Nothing at the end of every month on book. */
const none = bookMonths.map(() => 0)

/** Noon of the due date by UTC: a moment of that day wherever the country's clock is. */
const noonOf = (dueDate: Column): SQL => sql`((${dueDate} + time '12:00') at time zone 'UTC')`

/** Table `due_facts`: what was known of an instalment between two days. A row is closed when something else is known. */
export const dueFactRows = pgTable(
  'due_facts',
  {
    /** `PL2603A1 2026-03-10`: the instalment, and since when it is known so. */
    id: idColumn('dueFact').primaryKey(),
    planId: idColumn('plan', 'plan_id').notNull(),
    knownFrom: day('known_from').notNull(),
    /** The day from which on it was known otherwise. */
    knownUntil: day('known_until'),
    loanId: idColumn('loan', 'loan_id').notNull(),
    productId: idColumn('product', 'product_id').notNull(),
    app: key('app').notNull(),
    channel: key('channel').notNull(),
    kind: text('kind', { enum: ['regular', 'extension'] }).notNull(),
    firstLoan: boolean('first_loan').notNull(),
    dueDate: day('due_date').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor').notNull(),
    openMinor: minor('open_minor').notNull(),
    settledOn: day('settled_on'),
    extended: boolean('extended').notNull(),
    /** What was unpaid at the end of each of the days that are told of, as `dueLags` has them; of days to come as it is now. */
    unpaidMinor: bigint('unpaid_minor', { mode: 'number' }).array().notNull(),
    /** The first day of the month in which its order was paid out; null until it is counted, in what is older than that. */
    vintage: day('vintage'),
    principalMinor: minor('principal_minor').notNull().default(0),
    /** What of the principal was unpaid and long overdue at the end of each month on book, as `bookMonths` has them. */
    longOverdueMinor: bigint('long_overdue_minor', { mode: 'number' }).array().notNull().default(none),
  },
  (table) => [
    uniqueIndex('due_facts_plan').on(table.planId).where(known),
    index('due_facts_versions').on(table.planId, table.knownFrom),
    index('due_facts_known').on(table.dueDate, table.id).where(known),
    index('due_facts_due').on(table.dueDate, table.id),
    index('due_facts_corrected').on(table.dueDate, table.id).where(sql`known_until is not null`),
    index('due_facts_loan').on(table.loanId),
    index('due_facts_vintage').on(table.vintage, table.id).where(known),
    index('due_facts_noon').on(noonOf(table.dueDate)).where(known),
  ],
)

/** When an instalment fell due. */
export const atNoon = noonOf(dueFactRows.dueDate)

/** Table `due_fact_changes`: instalments of which something else may be known: a trigger on `plans` writes them down. */
export const dueFactChangeRows = pgTable('due_fact_changes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  planId: idColumn('plan', 'plan_id').notNull(),
})

/** What was unpaid at the end of each of the days that are told of, … */
const unpaidColumns = Object.fromEntries(dueLags.map((lag) => [`unpaidT${lag}`, minor(`unpaid_t${lag}`)])) as Record<
  `unpaidT${DueLag}`,
  ReturnType<typeof minor>
> // the keys just written
/** … of its principal, … */
const unpaidPrincipalColumns = Object.fromEntries(
  chosenLags.map((lag) => [`unpaidPrincipalT${lag}`, minor(`unpaid_principal_t${lag}`)]),
) as Record<`unpaidPrincipalT${ChosenLag}`, ReturnType<typeof minor>> // likewise
/** … and long overdue at the end of each month on book. */
const longOverdueColumns = Object.fromEntries(
  bookMonths.map((month) => [`longOverdueM${month}`, minor(`long_overdue_m${month}`)]),
) as Record<`longOverdueM${BookMonth}`, ReturnType<typeof minor>> // likewise

/** Summary table `due_fact_days`: the facts that stand, by due date and by what reports on repayment are by. */
export const dueFactDayRows = pgTable(
  'due_fact_days',
  {
    dueDate: day('due_date').notNull(),
    productId: idColumn('product', 'product_id').notNull(),
    app: key('app').notNull(),
    channel: key('channel').notNull(),
    kind: text('kind', { enum: ['regular', 'extension'] }).notNull(),
    firstLoan: boolean('first_loan').notNull(),
    extended: boolean('extended').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    openSign: smallint('open_sign').notNull(),
    unpaidSigns: smallint('unpaid_signs').array().notNull(),
    recoveredSigns: smallint('recovered_signs').array().notNull(),
    vintage: day('vintage'),
    longOverdueSigns: smallint('long_overdue_signs').array().notNull(),
    rows: integer('rows').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    openMinor: minor('open_minor').notNull(),
    ...unpaidColumns,
    principalMinor: minor('principal_minor').notNull(),
    openPrincipalMinor: minor('open_principal_minor').notNull(),
    ...unpaidPrincipalColumns,
    ...longOverdueColumns,
  },
  (table) => [index('due_fact_days_due').on(table.dueDate), index('due_fact_days_vintage').on(table.vintage)],
)
