import { endOfDay, startOfDay } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { Refusal } from '#server/kernel/implement.ts'
import type { Loan } from './apply.ts'

/**
 * When money was there that counts for a day; without a day, now.
 * @throws Refusal `paid_in_future`, and `paid_before_payout` for a day before the order was paid out.
 */
export function valueAtOn(
  paidOn: LocalDate | undefined,
  { disbursedAt }: Pick<Loan, 'disbursedAt'>,
  { clock }: Pick<Ground, 'clock'>,
  field = 'paidOn',
): Date {
  const now = clock.now()
  if (!paidOn) return now
  if (Date.parse(startOfDay(paidOn, clock.country)) > now.getTime())
    throw new Refusal('paid_in_future', undefined, { field })
  const last = Math.min(now.getTime(), Date.parse(endOfDay(paidOn, clock.country)))
  if (disbursedAt && last < disbursedAt.getTime()) throw new Refusal('paid_before_payout', undefined, { field })
  return new Date(last)
}
