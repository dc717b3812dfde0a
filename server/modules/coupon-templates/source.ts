import { sql } from 'drizzle-orm'
import type { CouponTemplate } from '#contract/coupons.ts'
import type { Source } from '#server/kernel/source.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { couponTemplateRows } from './store.ts'

const { currency } = couponTemplateRows
const countOf = (state?: string) =>
  sql`(select count(*)::int from ${couponRows} where ${couponRows.templateId} = ${couponTemplateRows.id}
    ${state ? sql`and ${couponRows.state} = ${state}` : sql``})`
const everyone = () => sql`true`

/** What coupons are worth: the same for everybody who sees the page. */
export const couponTemplateSource: Source<CouponTemplate> = {
  table: couponTemplateRows,
  from: sql`${couponTemplateRows} join ${staffRows} on ${staffRows.id} = ${couponTemplateRows.makerId}`,
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
    issued: countOf(),
    used: countOf('used'),
    expired: countOf('expired'),
    maker: { id: couponTemplateRows.makerId, name: staffRows.name },
    createdAt: couponTemplateRows.createdAt,
  }),
  scope: { department: everyone, agency: everyone, group: everyone, own: everyone },
}
