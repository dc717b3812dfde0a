import { sql } from 'drizzle-orm'
import { type Coupon, type CouponTemplate, couponFlow } from '#contract/coupons.ts'
import { nameFieldsOf } from '#server/kernel/listing/labels.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { couponTemplateRows } from './store.ts'

const { currency } = couponTemplateRows
/** A figure of the coupons in one state. */
const among = (figure: 'amount' | 'discount' | 'orders', state: Coupon['state']) =>
  sql`coalesce(sum(${sql.identifier(figure)}) filter (where state = ${state}), 0)`
/** What became of the coupons of a template, in one pass over an index that holds all of it in order. */
const fates = sql`cross join lateral (
  select coalesce(sum(amount), 0)::int as issued, ${among('discount', 'used')}::bigint as discount,
    ${among('orders', 'used')}::int as orders,
    ${sql.join(
      couponFlow.states.map((state) => sql`${among('amount', state)}::int as ${sql.identifier(state)}`),
      sql`, `,
    )}
  from (
    select ${couponRows.state}, count(*) as amount, sum(${couponRows.discountMinor}) as discount,
      count(distinct ${couponRows.loanId}) as orders
    from ${couponRows} where ${couponRows.templateId} = ${couponTemplateRows.id} group by ${couponRows.state}
  ) by_state) fates`
const fate = (name: Coupon['state'] | 'issued' | 'discount' | 'orders') => sql`fates.${sql.identifier(name)}`

/** List source: what coupons are worth: the same for everybody who sees the page. */
export const couponTemplateSource: Source<CouponTemplate> = {
  table: couponTemplateRows,
  from: sql`${couponTemplateRows} join ${staffRows} on ${staffRows.id} = ${couponTemplateRows.makerId}
    ${fates}`,
  columns: ({ t }) => ({
    id: couponTemplateRows.id,
    version: couponTemplateRows.version,
    state: couponTemplateRows.state,
    ...nameFieldsOf(couponTemplateRows, t),
    kind: couponTemplateRows.kind,
    amountType: couponTemplateRows.amountType,
    discountType: couponTemplateRows.discountType,
    amount: { minor: couponTemplateRows.amountMinor, currency },
    rate: couponTemplateRows.ratePpm,
    ratio: couponTemplateRows.ratioPpm,
    applicable: { minor: couponTemplateRows.applicableMinor, currency },
    validDays: couponTemplateRows.validDays,
    issued: fate('issued'),
    unused: fate('unused'),
    locked: fate('locked'),
    used: fate('used'),
    expired: fate('expired'),
    revoked: fate('revoked'),
    discount: { minor: fate('discount'), currency },
    orders: fate('orders'),
    maker: { id: couponTemplateRows.makerId, name: staffRows.name },
    createdAt: couponTemplateRows.createdAt,
  }),
  scope: unscoped,
}
