import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { couponFlow } from '#contract/coupons.ts'
import { changeable, day, idColumn, instant, minor } from '#server/kernel/base/columns.ts'

/** Table `coupons`: coupons that people hold, and what became of them. */
export const couponRows = pgTable(
  'coupons',
  {
    id: idColumn('coupon').primaryKey(),
    ...changeable(),
    state: text('state', { enum: couponFlow.states }).notNull(),
    templateId: idColumn('couponTemplate', 'template_id').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    gotAt: instant('got_at').notNull(),
    expiresOn: day('expires_on').notNull(),
    /** The order it is held or was used for, and the link that the customer pays it with. */
    loanId: idColumn('loan', 'loan_id'),
    linkId: idColumn('paymentLink', 'link_id'),
    discountMinor: minor('discount_minor'),
    /** What of it, once it is used, was a penalty: the rest was interest. */
    discountPenaltyMinor: minor('discount_penalty_minor'),
    usedAt: instant('used_at'),
    issuerId: idColumn('staff', 'issuer_id').notNull(),
  },
  (table) => [
    uniqueIndex('coupons_one_held').on(table.loanId).where(sql`state = 'locked' and link_id is not null`),
    index('coupons_got').on(table.gotAt, table.id),
    // all that is told of a template's coupons, in the order in which it is counted
    index('coupons_template').on(table.templateId, table.state, table.loanId, table.discountMinor),
    index('coupons_customer').on(table.customerId),
    index('coupons_expiring').on(table.expiresOn, table.id).where(sql`state = 'unused'`),
    index('coupons_held').on(table.loanId).where(sql`state = 'locked'`),
  ],
)
