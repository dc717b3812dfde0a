import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { creditCauses, creditOutcomes } from '#contract/credit-assessments.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `credit_assessments`: what customers might borrow, and what that was made of. Only the last one of each is in force. */
export const creditAssessmentRows = pgTable(
  'credit_assessments',
  {
    id: idColumn('creditAssessment').primaryKey(),
    ...changeable(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    state: text('state', { enum: creditOutcomes }).notNull(),
    cause: text('cause', { enum: creditCauses }).notNull(),
    /** The rule that refused, or what is missing. */
    reason: text('reason'),
    code: text('code'),
    productId: idColumn('product', 'product_id'),
    level: integer('level'),
    currency: text('currency').$type<Currency>().notNull(),
    baseMinor: minor('base_minor'),
    stepMinor: minor('step_minor'),
    onTimeLoans: integer('on_time_loans'),
    couponId: idColumn('coupon', 'coupon_id'),
    couponMinor: minor('coupon_minor'),
    ceilingMinor: minor('ceiling_minor'),
    limitMinor: minor('limit_minor'),
    tenureDays: jsonb('tenure_days').$type<readonly number[]>(),
    periods: integer('periods'),
    daysPerPeriod: integer('days_per_period'),
    serviceRatePpm: integer('service_rate_ppm'),
    dailyInterestPpm: integer('daily_interest_ppm'),
    at: instant('at').notNull(),
    /** The last day on which the limit may be drawn; none: there is none. */
    expiresOn: day('expires_on'),
    /** When another took its place; none: it is in force. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('credit_assessments_in_force').on(table.customerId).where(sql`ended_at is null`),
    index('credit_assessments_customer').on(table.customerId, table.at, table.id),
    index('credit_assessments_at').on(table.at, table.id),
    index('credit_assessments_expires').on(table.expiresOn, table.id),
    index('credit_assessments_state').on(table.state, table.at, table.id).where(sql`ended_at is null`),
    index('credit_assessments_coupon').on(table.couponId).where(sql`coupon_id is not null`),
  ],
)
/** A credit assessment as it is stored. */
export type StoredCreditAssessment = typeof creditAssessmentRows.$inferSelect
