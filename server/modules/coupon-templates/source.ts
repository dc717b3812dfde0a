import { sql } from 'drizzle-orm'
import { type Coupon, type CouponTemplate, couponFlow } from '#contract/coupons.ts'
import type { Source } from '#server/kernel/source.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { couponTemplateRows } from './store.ts'

const { currency } = couponTemplateRows
const among = (state: Coupon['state']) => sql`filter (where ${couponRows.state} = ${state})`
/** What became of the coupons of a template, in one pass over them. */
const fates = sql`cross join lateral (
  select count(*)::int as issued, coalesce(sum(${couponRows.discountMinor}) ${among('used')}, 0)::bigint as discount,
    count(distinct ${couponRows.loanId}) ${among('used')}::int as orders,
    ${sql.join(
      couponFlow.states.map((state) => sql`count(*) ${among(state)}::int as ${sql.identifier(state)}`),
      sql`, `,
    )}
  from ${couponRows} where ${couponRows.templateId} = ${couponTemplateRows.id}) fates`
const fate = (name: Coupon['state'] | 'issued' | 'discount' | 'orders') => sql`fates.${sql.identifier(name)}`
const everyone = () => sql`true`

/** What coupons are worth: the same for everybody who sees the page. */
export const couponTemplateSource: Source<CouponTemplate> = {
  table: couponTemplateRows,
  from: sql`${couponTemplateRows} join ${staffRows} on ${staffRows.id} = ${couponTemplateRows.makerId}
    ${fates}`,
  at: () => ({
    id: couponTemplateRows.id,
    version: couponTemplateRows.version,
    state: couponTemplateRows.state,
    name: couponTemplateRows.name,
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
  scope: { department: everyone, agency: everyone, group: everyone, own: everyone },
}
