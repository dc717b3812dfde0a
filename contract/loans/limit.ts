/** What a customer's limit is made of, in minor units. */
export interface LimitParts {
  readonly baseMinor: number
  /** What every loan repaid on time adds. */
  readonly stepMinor: number
  readonly onTimeReloans: number
  /** What an active coupon adds; see `couponWorth`. */
  readonly couponMinor: number
  readonly maxMinor: number
}

/**
 * Credit limit, what a customer may borrow: the base and what was earned on top of it, but never above the product's
 * maximum.
 */
export const finalLimit = ({ baseMinor, stepMinor, onTimeReloans, couponMinor, maxMinor }: LimitParts): number =>
  Math.min(maxMinor, baseMinor + onTimeReloans * stepMinor + couponMinor)
