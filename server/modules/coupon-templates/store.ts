import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  type CouponAmountType,
  type CouponDiscountType,
  type CouponKind,
  couponTemplateFlow,
} from '#contract/coupons.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { changeable, idColumn, instant, minor } from '#server/kernel/base/columns.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'

/** Table `coupon_templates`: what coupons are worth. */
export const couponTemplateRows = pgTable(
  'coupon_templates',
  {
    id: idColumn('couponTemplate').primaryKey(),
    ...changeable(),
    state: text('state', { enum: couponTemplateFlow.states }).notNull(),
    name: text('name').notNull(),
    /** What it is called in other languages. */
    names: jsonb('names').$type<Labels>().notNull().default({}),
    kind: text('kind').$type<z.output<typeof CouponKind>>().notNull(),
    amountType: text('amount_type').$type<z.output<typeof CouponAmountType>>().notNull(),
    discountType: text('discount_type').$type<z.output<typeof CouponDiscountType>>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    amountMinor: minor('amount_minor'),
    ratePpm: integer('rate_ppm'),
    ratioPpm: integer('ratio_ppm'),
    applicableMinor: minor('applicable_minor').notNull(),
    validDays: integer('valid_days').notNull(),
    makerId: idColumn('staff', 'maker_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When what its coupons are worth was last changed; none: never. */
    editedAt: instant('edited_at'),
  },
  (table) => [index('coupon_templates_created').on(table.createdAt, table.id)],
)
