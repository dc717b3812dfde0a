import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import type { RuleTrace } from '#contract/loans/detail.ts'
import { isFinal, type LoanState, loanFlow } from '#contract/loans/flow.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import type { Terms } from '#contract/loans/terms.ts'
import { changeable, day, idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'
import { caseHolderColumns, caseHolderIndex, hasCaseHolder } from '#server/modules/case-holder/store.ts'

const failed = sql`state = 31`
const reviewed = sql`reviewer_id is not null`
/** What is to be repaid or was to be paid out: in a list by due date, of all orders those that are over come first. */
const underWay = sql`state in (30, 31, 50)`

type Held =
  | 'id'
  | 'kind'
  | 'customerId'
  | 'appliedAt'
  | 'disbursedAt'
  | 'dueDate'
  | 'agencyId'
  | 'groupId'
  | 'collectorId'
/** Indexes of orders in the hands of collection, by each order of their lists. */
const heldIndexes = (table: Readonly<Record<Held, ExtraConfigColumn>>) => [
  caseHolderIndex('loans_held', table, table.disbursedAt, table.id),
  caseHolderIndex('loans_held_applied', table, table.appliedAt, table.id),
  caseHolderIndex('loans_held_due', table, table.dueDate, table.id),
  caseHolderIndex('loans_held_kind', table, table.kind, table.disbursedAt, table.id),
  caseHolderIndex('loans_held_customer', table, table.customerId),
]

/** The states of an order that is under way, for an `in`: nobody has two such. Written out, so that an index over them serves. */
export const liveStates = sql.raw(loanFlow.states.filter((state) => !isFinal(state)).join(', '))

/** Table `loans`: orders, from application to settlement. */
export const loanRows = pgTable(
  'loans',
  {
    id: idColumn('loan').primaryKey(),
    ...changeable(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    productId: idColumn('product', 'product_id').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    state: smallint('state').$type<LoanState>().notNull(),
    /** Of an order in 43: the code it came from. */
    cameFrom: smallint('came_from').$type<LoanState>(),
    kind: text('kind', { enum: ['regular', 'extension'] })
      .notNull()
      .default('regular'),
    parentId: idColumn('loan', 'parent_id'),
    /** Which loan of this customer it is, 1 for the first. */
    ordinal: integer('ordinal').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor').notNull(),
    receivedMinor: minor('received_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    gstMinor: minor('gst_minor').notNull(),
    interestMinor: minor('interest_minor').notNull(),
    /** The product's terms when it was submitted. */
    terms: jsonb('terms').$type<Terms>().notNull(),
    app: text('app').notNull(),
    channel: text('channel').notNull(),
    /** The device it was applied for on. */
    device: key('device'),
    cardId: idColumn('card', 'card_id'),
    reviewerId: idColumn('staff', 'reviewer_id'),
    /** Whose its open case is, as `cases_held` keeps it. */
    ...caseHolderColumns(),
    deniedCode: text('denied_code'),
    /** What the rules decided last, what somebody else did, and whether either has passed it once, as `loan_decisions` has it. */
    machineResult: text('machine_result').$type<DecisionOutcome>(),
    manualResult: text('manual_result').$type<DecisionOutcome>(),
    passedOnce: boolean('passed_once').notNull().default(false),
    overQuota: boolean('over_quota').notNull().default(false),
    /** How often a pay-out was tried since it was submitted. */
    attempts: integer('attempts').notNull().default(0),
    /** How often it was submitted again. */
    resubmits: integer('resubmits').notNull().default(0),
    failureCode: text('failure_code'),
    failureText: text('failure_text'),
    failedAt: instant('failed_at'),
    appliedAt: instant('applied_at').notNull(),
    decidedAt: instant('decided_at'),
    disbursedAt: instant('disbursed_at'),
    /** The oldest due date that is not settled; none once nothing is owed. */
    dueDate: day('due_date'),
    closedAt: instant('closed_at'),
    /** Reloan: when the customer was paid their next order, once this one was closed. An extension is none. */
    reloanedAt: instant('reloaned_at'),
    /** Closing amounts: what was paid of it in all, and charged for being late, as its plans have it; none while it is not closed. */
    closingPaidMinor: minor('closing_paid_minor'),
    closingPenaltyMinor: minor('closing_penalty_minor'),
    externalId: key('external_id').unique(),
    /** What it was called there, without the name of the book. */
    externalRef: key('external_ref').generatedAlwaysAs(sql`substr(external_id, strpos(external_id, ':') + 1)`),
  },
  (table) => [
    index('loans_external_ref').on(table.externalRef).where(sql`external_ref is not null`),
    index('loans_applied').on(table.appliedAt, table.id),
    index('loans_state').on(table.state, table.appliedAt, table.id),
    index('loans_waiting').on(table.appliedAt, table.id, table.decidedAt).where(sql`state in (20, 22, 26, 31)`),
    index('loans_troubled').on(table.appliedAt, table.id).where(sql`state in (31, 50)`),
    // failed pay-outs by each of their orders; what stands behind it is filtered by
    index('loans_failed').on(table.failedAt, table.id).where(failed),
    index('loans_failed_last')
      .on(table.failedAt.desc().nullsLast(), table.id.desc().nullsFirst(), table.failureCode)
      .where(failed),
    index('loans_failed_received').on(table.receivedMinor, table.id, table.failedAt).where(failed),
    index('loans_failed_attempts').on(table.attempts, table.id, table.failedAt).where(failed),
    index('loans_due').on(table.dueDate, table.id),
    index('loans_state_due').on(table.state, table.dueDate, table.id),
    index('loans_open_due').on(table.dueDate, table.id, table.state).where(underWay),
    index('loans_disbursed').on(table.disbursedAt, table.id).where(sql`disbursed_at is not null`),
    index('loans_closed')
      .on(table.closedAt.desc().nullsLast(), table.id.desc().nullsFirst())
      .where(sql`disbursed_at is not null`),
    index('loans_amount').on(table.amountMinor, table.id),
    index('loans_received').on(table.receivedMinor, table.id),
    index('loans_department').on(table.departmentId),
    index('loans_customer').on(table.customerId),
    index('loans_live').on(table.customerId).where(sql`state in (${liveStates})`),
    index('loans_device').on(table.device).where(sql`device is not null`),
    index('loans_reviewer').on(table.reviewerId, table.kind).where(reviewed),
    index('loans_reviewer_code').on(table.reviewerId, table.state).where(reviewed),
    // a reviewer's own, by each of their orders; and with them what waits for any reviewer
    index('loans_reviewed').on(table.reviewerId, table.disbursedAt, table.id).where(reviewed),
    index('loans_reviewed_due').on(table.reviewerId, table.dueDate, table.id).where(reviewed),
    index('loans_reviewed_closed')
      .on(table.reviewerId, table.closedAt.desc().nullsLast(), table.id.desc().nullsFirst())
      .where(reviewed),
    index('loans_to_review').on(table.appliedAt, table.id, table.reviewerId).where(sql`${reviewed} or state = 22`),
    ...heldIndexes(table),
    // with whose they are: the customers of one collector are read from it alone
    index('loans_collector').on(table.collectorId, table.state, table.customerId).where(hasCaseHolder),
    index('loans_group').on(table.groupId, table.state).where(hasCaseHolder),
    index('loans_agency').on(table.agencyId, table.state).where(hasCaseHolder),
  ],
)
/** An order as it is stored. */
export type StoredLoan = typeof loanRows.$inferSelect

/** Table `loan_states`: every transition an order made. */
export const loanStateRows = pgTable(
  'loan_states',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    fromState: smallint('from_state').$type<LoanState>(),
    toState: smallint('to_state').$type<LoanState>().notNull(),
    event: text('event').notNull(),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
    reason: text('reason'),
    requestId: text('request_id'),
  },
  (table) => [index('loan_states_loan').on(table.loanId, table.id)],
)

/** Table `loan_decisions`: every decision on an application, by the rules or by a reviewer. */
export const decisionRows = pgTable(
  'loan_decisions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    loanId: idColumn('loan', 'loan_id').notNull(),
    outcome: text('outcome').$type<DecisionOutcome>().notNull(),
    code: text('code'),
    remark: text('remark'),
    decidedBy: text('decided_by').notNull(),
    at: instant('at').notNull(),
    /** What the rules looked at, in their order. */
    trace: jsonb('trace').$type<readonly RuleTrace[]>().notNull().default([]),
  },
  (table) => [index('loan_decisions_loan').on(table.loanId, table.id), index('loan_decisions_at').on(table.at)],
)

/** Summary table `application_days`: orders by the day they were applied for, and by what reports on approvals and lending are by. */
export const applicationDayRows = pgTable(
  'application_days',
  {
    /** When days begin, where the business runs: that of the application, of what was decided last, of the pay-out. */
    appliedAt: instant('applied_at').notNull(),
    decidedAt: instant('decided_at'),
    disbursedAt: instant('disbursed_at'),
    productId: idColumn('product', 'product_id').notNull(),
    app: text('app').notNull(),
    channel: text('channel').notNull(),
    kind: text('kind', { enum: ['regular', 'extension'] }).notNull(),
    firstLoan: boolean('first_loan').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    state: smallint('state').$type<LoanState>().notNull(),
    machineResult: text('machine_result').$type<DecisionOutcome>(),
    manualResult: text('manual_result').$type<DecisionOutcome>(),
    approved: boolean('approved').notNull(),
    deniedCode: text('denied_code'),
    reviewerId: idColumn('staff', 'reviewer_id'),
    attempts: integer('attempts').notNull(),
    resubmitted: boolean('resubmitted').notNull(),
    rows: integer('rows').notNull(),
    amountMinor: minor('amount_minor').notNull(),
    receivedMinor: minor('received_minor').notNull(),
    feeMinor: minor('fee_minor').notNull(),
    decisionSeconds: minor('decision_seconds'),
  },
  (table) => [
    index('application_days_applied').on(table.appliedAt),
    index('application_days_disbursed').on(table.disbursedAt),
  ],
)

/** Summary table `closed_order_days`: orders that were paid out and closed, by the day of that and by what the reloan report is by. */
export const closedOrderDayRows = pgTable(
  'closed_order_days',
  {
    /** When days begin, where the business runs: that it was closed on, and that of the next pay-out of its customer. */
    closedAt: instant('closed_at').notNull(),
    reloanedAt: instant('reloaned_at'),
    productId: idColumn('product', 'product_id').notNull(),
    app: text('app').notNull(),
    channel: text('channel').notNull(),
    ordinal: integer('ordinal').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    state: smallint('state').$type<LoanState>().notNull(),
    penaltySign: smallint('penalty_sign').notNull(),
    rows: integer('rows').notNull(),
    paidMinor: minor('paid_minor').notNull(),
    penaltyMinor: minor('penalty_minor').notNull(),
  },
  (table) => [index('closed_order_days_closed').on(table.closedAt)],
)
