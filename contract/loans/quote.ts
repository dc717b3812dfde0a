import { equalParts, halfUp, mulPpm } from '../kernel/money.ts'
import { type Components, noComponents, totalOf } from './balance.ts'
import type { PricingTerms } from './terms.ts'

/** One period of an order: how long it lasts and what falls due at its end. */
export interface Period {
  readonly days: number
  readonly charges: Components
  readonly dueMinor: number
}

/** What a loan costs, before it is taken. */
export interface Quote {
  readonly amountMinor: number
  readonly feeMinor: number
  /** Tax on the fee. */
  readonly gstMinor: number
  /** What is paid out. */
  readonly receivedMinor: number
  readonly periods: readonly Period[]
  /** What all periods ask for together. */
  readonly dueMinor: number
  /** What a withdrawal within the cooling-off days gives back. */
  readonly refundableMinor: number
  /** Annual percentage rate (APR) on what is received, in ppm. */
  readonly aprPpm: number
}

/** Length of each period: all alike, the last one until the end of the tenure. */
const daysOf = ({ periods, daysPerPeriod, tenureDays }: PricingTerms): number[] =>
  Array.from({ length: periods }, (_, i) =>
    i < periods - 1 ? daysPerPeriod : tenureDays - daysPerPeriod * (periods - 1),
  )

/** Principal and fee in equal parts, interest on what is still borrowed at the beginning of each period. */
function periodsOf(amountMinor: number, feeMinor: number, terms: PricingTerms): Period[] {
  const fees = equalParts(feeMinor, terms.periods)
  const days = daysOf(terms)
  let borrowedMinor = amountMinor
  return equalParts(amountMinor, terms.periods).map((principal, i) => {
    const interest = mulPpm(borrowedMinor, terms.dailyInterestPpm, days[i]!)
    const charges = { ...noComponents, fee: fees[i]!, interest, principal }
    borrowedMinor -= principal
    return { days: days[i]!, charges, dueMinor: totalOf(charges) }
  })
}

/**
 * Annual percentage rate (APR): all that is charged over what is received, for the days the principal is lent on
 * average, times 365. One period: (fee + interest) / received × 365 / tenure. Simple, not compounding; tax counts as
 * part of the fee.
 */
function aprPpmOf({ amountMinor, receivedMinor, dueMinor }: Omit<Quote, 'aprPpm'>, periods: readonly Period[]): number {
  let daysOut = 0
  let principalDays = 0n
  for (const { days, charges } of periods) {
    daysOut += days
    principalDays += BigInt(charges.principal) * BigInt(daysOut)
  }
  const cost = BigInt(dueMinor - receivedMinor)
  return halfUp(cost * 365_000_000n * BigInt(amountMinor), BigInt(receivedMinor) * principalDays)
}

/**
 * What `amountMinor` costs under `terms`.
 * @throws RangeError where the amount is no positive whole number, or the fee leaves nothing to pay out.
 */
export function quote(amountMinor: number, terms: PricingTerms): Quote {
  const feeMinor = mulPpm(amountMinor, terms.serviceRatePpm)
  const gstMinor = mulPpm(feeMinor, terms.gstPpm)
  const chargesMinor = feeMinor + gstMinor
  const upfront = terms.feeMode === 'upfront'
  const receivedMinor = upfront ? amountMinor - chargesMinor : amountMinor
  if (receivedMinor <= 0) throw new RangeError(`of ${amountMinor} nothing would be paid out`)
  const periods = periodsOf(amountMinor, upfront ? 0 : chargesMinor, terms)
  const quoted = {
    amountMinor,
    feeMinor,
    gstMinor,
    receivedMinor,
    periods,
    dueMinor: periods.reduce((all, { dueMinor }) => all + dueMinor, 0),
    refundableMinor: terms.coolingOffRefundsFee ? chargesMinor : 0,
  }
  return { ...quoted, aprPpm: aprPpmOf(quoted, periods) }
}

/** What an order costs whose instalments are known and whose terms are not: one that was lent elsewhere. */
export function quoteOfPeriods(
  known: Pick<Quote, 'amountMinor' | 'feeMinor' | 'gstMinor' | 'receivedMinor'>,
  periods: readonly Period[],
): Quote {
  const dueMinor = periods.reduce((all, period) => all + period.dueMinor, 0)
  const quoted = { ...known, periods, dueMinor, refundableMinor: 0 }
  return { ...quoted, aprPpm: aprPpmOf(quoted, periods) }
}

/** An annual percentage rate as it is shown, to a hundredth of a percent: 963.11 %. */
export const roundApr = (aprPpm: number): number => Math.round(aprPpm / 100) * 100
