import { refused } from '../kernel/fault.ts'
import { mulPpm, ofMinor } from '../kernel/money.ts'
import type { Currency } from '../kernel/values.ts'
import { applyWaterfall, type Component, type Components, type RuleResult, totalOf } from './balance.ts'

/** Value of a coupon: an amount, a part of something, or such a part up to an amount. */
export type CouponWorth =
  | { readonly amountType: 'fixed'; readonly amountMinor: number }
  | { readonly amountType: 'rate'; readonly ratePpm: number }
  | { readonly amountType: 'ratio'; readonly ratioPpm: number; readonly amountMinor: number }

/** Lowers what is to be paid. */
export type ReductionCoupon = CouponWorth & {
  readonly discountType: 'interest' | 'penalty' | 'interestAndPenalty'
  /** The least that must be repayable for it to count. */
  readonly applicableMinor: number
}

/** What the coupon is worth on `baseMinor`. */
export function couponWorth(coupon: CouponWorth, baseMinor: number): number {
  if (coupon.amountType === 'fixed') return coupon.amountMinor
  if (coupon.amountType === 'rate') return mulPpm(baseMinor, coupon.ratePpm)
  return Math.min(coupon.amountMinor, mulPpm(baseMinor, coupon.ratioPpm))
}

const discounted = {
  interest: ['interest'],
  penalty: ['penalty'],
  interestAndPenalty: ['penalty', 'interest'],
} as const satisfies Record<ReductionCoupon['discountType'], readonly Component[]>

/**
 * What a coupon takes off `owed`, penalty before interest, never more than there is.
 * Refuses `coupon_below_minimum` where less than its applicable amount is repayable.
 */
export function couponDiscount(coupon: ReductionCoupon, owed: Components, currency: Currency): RuleResult<Components> {
  if (totalOf(owed) < coupon.applicableMinor) {
    return refused('coupon_below_minimum', { minimum: ofMinor(coupon.applicableMinor, currency) })
  }
  const order: readonly Component[] = discounted[coupon.discountType]
  const baseMinor = order.reduce((all, component) => all + owed[component], 0)
  return { ok: true, value: applyWaterfall(couponWorth(coupon, baseMinor), owed, order) }
}
