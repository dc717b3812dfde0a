import type { IdOf, LocalDate } from './kernel/values.ts'

/** A promise that counts, as far as its outcome depends on it. Amounts are minor units of the order's one currency. */
export interface PromiseTerms {
  readonly id: IdOf<'promise'>
  readonly amountMinor: number
  /** The last day on which it is kept. */
  readonly promisedFor: LocalDate
  /** The day and the moment that it was made. */
  readonly madeOn: LocalDate
  readonly madeAt: Date
}

/** Money that came in for the order and has stayed. */
export interface ReceivedMoney {
  readonly amountMinor: number
  /** The day it counts for, and when it was written down. */
  readonly valueDay: LocalDate
  readonly knownAt: Date
}

/** An instalment of the order: when it fell due, and the day on which it was settled by what was paid; null while it is not. */
export interface PromisedPlan {
  readonly dueDate: LocalDate
  readonly settledOn: LocalDate | null
}

/** What has become of a promise: what of it was paid in time, and what that makes it. */
export interface PromiseOutcome {
  readonly paidMinor: number
  readonly state: 'open' | 'kept' | 'broken'
}

/** Money counts for a promise from the moment it was made to the end of its day, by the day the money counts for. */
const countsFor = ({ madeOn, madeAt, promisedFor }: PromiseTerms, { valueDay, knownAt }: ReceivedMoney): boolean =>
  valueDay <= promisedFor && (valueDay > madeOn || (valueDay === madeOn && knownAt >= madeAt))

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** The day on which nothing of what was due when it was promised was owed any more; null while something is. */
function settledOn({ madeOn }: PromiseTerms, plans: readonly PromisedPlan[]): LocalDate | null {
  const due = plans.filter(({ dueDate }) => dueDate <= madeOn)
  const days = (due.length > 0 ? due : plans).map((plan) => plan.settledOn)
  return days.includes(null) ? null : (days.toSorted().at(-1) ?? null)
}

/**
 * Outcome of each promise of an order on `today`, a local business date, each by itself: money goes to the promise whose
 * day comes first, and no money counts for two. Whoever owes nothing of it any more has kept it, with less money as well.
 * Worked out from the beginning: late or bounced money gives the outcome that it would have given at once.
 */
export function promiseOutcomes(
  promises: readonly PromiseTerms[],
  money: readonly ReceivedMoney[],
  { today, plans }: { readonly today: LocalDate; readonly plans: readonly PromisedPlan[] },
): ReadonlyMap<PromiseTerms['id'], PromiseOutcome> {
  const due = promises.toSorted(
    (a, b) =>
      compare(a.promisedFor, b.promisedFor) || compare(a.madeAt.getTime(), b.madeAt.getTime()) || compare(a.id, b.id),
  )
  const paid = new Map(due.map(({ id }) => [id, 0]))
  for (const receipt of money.toSorted((a, b) => compare(a.valueDay, b.valueDay))) {
    let leftMinor = receipt.amountMinor
    for (const one of due.filter((each) => countsFor(each, receipt))) {
      const given = Math.min(leftMinor, one.amountMinor - paid.get(one.id)!)
      paid.set(one.id, paid.get(one.id)! + given)
      leftMinor -= given
    }
  }
  return new Map(
    due.map((one) => {
      const { id, amountMinor, promisedFor } = one
      const paidMinor = paid.get(id)!
      const settled = settledOn(one, plans)
      const kept = paidMinor >= amountMinor || (settled !== null && settled <= promisedFor)
      return [id, { paidMinor, state: kept ? 'kept' : today > promisedFor ? 'broken' : 'open' }]
    }),
  )
}
