import { dateOf, sum } from './arithmetic.ts'
import type { Findings } from './difference.ts'
import { badDebtDay, penaltyByDay } from './penalties.ts'
import type { OrderRecord, PaymentRow, PlanRow, ReductionRow } from './rows.ts'

/** Whether a reduction holds for money of a day: its last day is not over by then. */
export const heldOn = ({ until }: Pick<ReductionRow, 'until'>, day: number): boolean => until === null || day <= until

/** What each payment gave a plan, in the order in which they were written down. */
const givenTo = ({ payments, allocations }: OrderRecord, plan: PlanRow) =>
  payments.flatMap((payment) =>
    allocations
      .filter((row) => row.plan === plan.id && row.payment === payment.id)
      .map(({ paid }) => ({ payment, paid, value: payment.value ?? 0 })),
  )

/** Whether what was paid while a reduction held is all that its plan asked for then, which makes it a used one. */
function settledBy(order: OrderRecord, plan: PlanRow, reduction: ReductionRow): boolean {
  const inTime = ({ value, bookedAt }: Pick<PaymentRow, 'value' | 'bookedAt'>) =>
    heldOn(reduction, value ?? 0) && bookedAt >= reduction.passedAt
  const given = givenTo(order, plan)
  const day = given.findLast(({ payment }) => inTime(payment))?.value
  if (day === undefined) return false
  const by = given.filter(({ value }) => value <= day)
  const repaid = by.map(({ value, paid }) => ({ day: value, minor: paid[3] }))
  const penalties = penaltyByDay(plan, repaid, Math.min(day, badDebtDay(order)), order.terms.penalty)
  const [, fee, interest, principal] = plan.charged
  const charged = [...penalties.values(), fee, interest, principal].reduce((all, minor) => all + minor, 0)
  const paid = by.reduce((all, one) => all + sum(one.paid), 0)
  return charged - sum(plan.discounted) - sum(reduction.relief) <= paid
}

/** A reduction is used by money that was there while it held, however late that was written down, and lapses otherwise. */
export function auditReductions(order: OrderRecord, found: Findings): void {
  if (order.loan.imported) return
  for (const reduction of order.reductions) {
    const plan = order.plans.find(({ id }) => id === reduction.plan)!
    const { fate, until } = reduction
    if (until === null) continue
    const name = `reduction until ${dateOf(until)}`
    if (fate === 'used' && plan.settled !== null && plan.settled > until) found.expect(name, 'lapsed', fate, plan.id)
    if (fate === 'lapsed' && plan.state === 'open' && settledBy(order, plan, reduction))
      found.expect(name, 'used', fate, plan.id)
  }
}
