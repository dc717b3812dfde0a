import { endOfDay, startOfDay } from '#contract/kernel/calendar.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'

/**
 * When money was there that counts for a day; without a day, now.
 * @throws Refusal `paid_in_future`, and `paid_before_payout` for a day before the order was paid out.
 */
export function valueDateOn(
  paidOn: LocalDate | undefined,
  { disbursedAt }: Pick<StoredLoan, 'disbursedAt'>,
  { clock }: Pick<AppContext, 'clock'>,
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
