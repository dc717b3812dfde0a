import { mulPpm } from './kernel/money.ts'
import type { LocalDate } from './kernel/values.ts'

/** Holding: how long a case was somebody's; without an end, it still is. */
export interface Holding {
  readonly from: Date
  readonly until: Date | null
}

/**
 * The holding that a payment belongs to: the one at its value time, whenever it was booked. Whoever has just been given the
 * case has it before whoever has just lost it; what closes a case is still theirs who had it. None: nobody had the case.
 */
export const holdingAt = <Held extends Holding>(holdings: readonly Held[], at: Date): Held | undefined =>
  holdings
    .filter(({ from, until }) => from <= at && (until === null || at <= until))
    .reduce<Held | undefined>((latest, one) => (latest && latest.from > one.from ? latest : one), undefined)

/** Rate in force on a day, of one agency in one stage; none before the first. @param rates oldest first. */
export const rateOn = <Rated extends { readonly validFrom: LocalDate }>(
  rates: readonly Rated[],
  day: LocalDate,
): Rated | undefined => rates.findLast(({ validFrom }) => validFrom <= day)

/**
 * Commission on an amount, in minor units: rounded half up, once per row. Of what takes a row back it is that row's, less
 * than nothing, so that both come to nothing.
 */
export const commissionOf = (amountMinor: number, ratePpm: number): number =>
  Math.sign(amountMinor) * mulPpm(Math.abs(amountMinor), ratePpm)
