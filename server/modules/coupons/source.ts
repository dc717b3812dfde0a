import { sql } from 'drizzle-orm'
import type { Coupon } from '#contract/coupons.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { nameRef } from '#server/kernel/listing/labels.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { couponRows } from './store.ts'

const { currency } = couponTemplateRows
/** List source: coupons that people hold. */
export const couponSource: Source<Coupon> = {
  table: couponRows,
  from: sql`${couponRows} join ${couponTemplateRows} on ${couponTemplateRows.id} = ${couponRows.templateId}
    join ${customerRows} on ${customerRows.id} = ${couponRows.customerId}
    join ${staffRows} on ${staffRows.id} = ${couponRows.issuerId}`,
  columns: ({ t }) => ({
    id: couponRows.id,
    version: couponRows.version,
    state: couponRows.state,
    customerId: couponRows.customerId,
    name: customerRows.name,
    phone: customerRows.phone,
    template: nameRef(couponRows.templateId, couponTemplateRows, t),
    kind: couponTemplateRows.kind,
    discountType: couponTemplateRows.discountType,
    gotAt: couponRows.gotAt,
    expiresOn: couponRows.expiresOn,
    loanId: couponRows.loanId,
    discount: { minor: couponRows.discountMinor, currency },
    usedAt: couponRows.usedAt,
    issuer: { id: couponRows.issuerId, name: staffRows.name },
  }),
  scope: {
    department: (actor: Actor) => inUnitsOf(actor, customerRows.departmentId),
    agency: () => sql`false`,
    group: () => sql`false`,
    own: ({ id }: Actor) => sql`${couponRows.issuerId} = ${id}`,
  },
}
