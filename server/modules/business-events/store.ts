import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { businessEventKinds } from '#contract/business-events.ts'
import type { DecisionOutcome } from '#contract/loans/outcome.ts'
import { idColumn, instant, key, minor } from '#server/kernel/base/columns.ts'

/** Summary table `business_event_days`: business events by the day and by what the daily overview can be by. */
export const businessEventDayRows = pgTable(
  'business_event_days',
  {
    /** When the day begins, where the business runs. */
    at: instant('at'),
    kind: text('kind', { enum: businessEventKinds }).notNull(),
    app: key('app'),
    channel: text('channel'),
    productId: idColumn('product', 'product_id'),
    firstLoan: boolean('first_loan').notNull(),
    departmentId: idColumn('unit', 'department_id').notNull(),
    outcome: text('outcome').$type<DecisionOutcome>(),
    unpaidSign: smallint('unpaid_sign'),
    openSign: smallint('open_sign'),
    rows: integer('rows').notNull(),
    amountMinor: minor('amount_minor'),
    paidOutMinor: minor('paid_out_minor'),
    unpaidMinor: minor('unpaid_minor'),
    openMinor: minor('open_minor'),
  },
  (table) => [index('business_event_days_at').on(table.at)],
)
