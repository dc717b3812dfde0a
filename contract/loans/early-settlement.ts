import { mulPpm } from '../kernel/money.ts'
import { type Components, totalOf } from './balance.ts'
import type { Quote } from './quote.ts'
import type { Terms } from './terms.ts'

/** Early settlement: what an order costs that is ended before its term. */
export interface EarlySettlement {
  /** Whether it is a withdrawal within the cooling-off days. Then no penalty may be charged. */
  readonly coolingOff: boolean
  /** What each period charges instead, in their order. Penalties accrued otherwise come on top. */
  readonly charges: readonly Components[]
  /** Fee and tax kept back at pay-out that are given back, set off against what is to be paid. */
  readonly refundMinor: number
  /** What ends the order where nothing was paid before. */
  readonly payableMinor: number
}

/** Interest of each period for the first `daysUsed` days of the order. */
function interestUsed({ amountMinor, periods }: Quote, { dailyInterestPpm }: Terms, daysUsed: number): number[] {
  let borrowedMinor = amountMinor
  let daysLeft = daysUsed
  return periods.map(({ days, charges }) => {
    const interest = mulPpm(borrowedMinor, dailyInterestPpm, Math.min(days, daysLeft))
    borrowedMinor -= charges.principal
    daysLeft -= Math.min(days, daysLeft)
    return interest
  })
}

/**
 * What it costs to end the order `daysSince` days after its value date; the day itself counts as one day of interest.
 * @throws RangeError where `daysSince` is negative or no whole number.
 */
export function earlySettlement(quoted: Quote, terms: Terms, daysSince: number): EarlySettlement {
  if (!Number.isInteger(daysSince) || daysSince < 0) throw new RangeError(`${daysSince} days cannot have passed`)
  const coolingOff = terms.coolingOffDays > 0 && daysSince <= terms.coolingOffDays
  const prorata = coolingOff || terms.earlyInterest === 'prorata'
  const interests = interestUsed(quoted, terms, Math.max(1, daysSince))
  const refunds = coolingOff && terms.coolingOffRefundsFee
  const charges = quoted.periods.map((period, i) => ({
    ...period.charges,
    interest: prorata ? interests[i]! : period.charges.interest,
    fee: refunds ? 0 : period.charges.fee,
  }))
  const refundMinor = refunds ? quoted.amountMinor - quoted.receivedMinor : 0
  const payableMinor = charges.reduce((all, period) => all + totalOf(period), -refundMinor)
  return { coolingOff, charges, refundMinor, payableMinor }
}
