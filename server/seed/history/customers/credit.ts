import { creditAssessment } from '#contract/credit-assessments.ts'
import type { CreditState } from '#contract/customers.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { couponWorth } from '#contract/loans/coupon.ts'
import { finalLimit } from '#contract/loans/limit.ts'
import { declaredParameters } from '#contract/parameters/declared.ts'
import { customerRules } from '#server/modules/loans/steps/customer-rules.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import type { LimitCoupon } from '#server/seed/history/money/coupons.ts'

/** What somebody's credit is assessed by. */
export interface Repayments {
  readonly accountEnabled: boolean
  readonly blacklisted: boolean
  readonly ageYears: number
  readonly worstOverdueDays: number
  /** Loans repaid on time. */
  readonly onTime: number
  /** A coupon that raises their limit. */
  readonly coupon: LimitCoupon | null
  /** What made the last assessment, and when. */
  readonly cause: 'identified' | 'repaid'
  readonly at: Date
}

/** Credit as it stands beside a customer. */
interface Credit {
  readonly credit: CreditState
  readonly limitMinor: number | null
  readonly limitExpiresOn: LocalDate | null
}
/** Credit of somebody whom nobody has assessed. */
export const unassessed: Credit = { credit: 'toCredit', limitMinor: null, limitExpiresOn: null }

type AssessmentRow = RowOf<'creditAssessments'>
const validDays = declaredParameters['credit.validDays'].parse(undefined)
/** The scheduled task that ends limits runs half an hour after midnight. */
const nightlyMinute = 30

const noLimit = {
  ...({ productId: null, level: null, baseMinor: null, stepMinor: null, onTimeLoans: null, couponId: null } as const),
  ...({ couponMinor: null, ceilingMinor: null, limitMinor: null, tenureDays: null, periods: null } as const),
  ...({ daysPerPeriod: null, serviceRatePpm: null, dailyInterestPpm: null, expiresOn: null } as const),
}

/** The limit that somebody has earned, and what it is made of. */
function limitFrom({ products }: SeedContext, onTime: number, coupon: LimitCoupon | null) {
  const { id, baseMinor, stepMinor, maxMinor, terms } = products.week
  const { periods, daysPerPeriod, tenureDays, serviceRatePpm, dailyInterestPpm } = terms
  const couponMinor = coupon ? couponWorth(coupon.worth, baseMinor) : 0
  return {
    ...{
      productId: id,
      level: 1,
      baseMinor,
      stepMinor,
      onTimeLoans: onTime,
      couponId: coupon?.id ?? null,
      couponMinor,
    },
    ...{ ceilingMinor: maxMinor, tenureDays: [tenureDays], periods, daysPerPeriod, serviceRatePpm, dailyInterestPpm },
    limitMinor: finalLimit({ baseMinor, stepMinor, onTimeReloans: onTime, couponMinor, maxMinor }),
  }
}

/** Writes down what a customer may borrow, and what that was made of. Answers what stands beside the customer. */
export function writeCredit(context: SeedContext, customerId: IdOf<'customer'>, about: Repayments): Credit {
  const { book, currency, today } = context
  const { cause, at, onTime, coupon } = about
  const add = (row: Omit<AssessmentRow, 'id' | 'customerId' | 'currency'>) =>
    book.buffers.creditAssessments.add({
      ...{ id: book.id(creditAssessment.ids, context.dateOf(row.at)), customerId, currency, ...row },
    })
  const refusal = customerRules.find(({ fits }) => fits(about))
  if (refusal) {
    const { rule, code } = refusal
    add({ ...noLimit, state: 'failed', cause, reason: rule, code, at, endedAt: null })
    return { ...unassessed, credit: 'failed' }
  }
  const expiresOn = addDays(context.dateOf(at), validDays)
  const passed = { state: 'passed', reason: null, code: null, expiresOn } as const
  const endedAt = expiresOn < today ? context.at(addDays(expiresOn, 1), nightlyMinute) : null
  const later = coupon && coupon.gotAt > at && !endedAt ? coupon : null
  const plain = limitFrom(context, onTime, later ? null : coupon)
  add({ ...plain, ...passed, cause, at, endedAt: later?.gotAt ?? endedAt })
  if (endedAt) {
    add({ ...noLimit, state: 'expired', cause: 'expired', reason: null, code: null, at: endedAt, endedAt: null })
    return unassessed
  }
  const raised = later ? limitFrom(context, onTime, later) : plain
  if (later) add({ ...raised, ...passed, cause: 'coupon', at: later.gotAt, endedAt: null })
  return { credit: 'passed', limitMinor: raised.limitMinor, limitExpiresOn: expiresOn }
}
