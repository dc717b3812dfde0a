import { businessDate, daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import { nothing, owed, total } from '#contract/loans/balance.ts'
import { type Exit, earlyExit } from '#contract/loans/exit.ts'
import { loan as codes } from '#contract/loans/flow.ts'
import { quote } from '#contract/loans/quote.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { recharge, untouched } from '#server/modules/plans/backdate.ts'
import { enter } from '#server/modules/plans/entries.ts'
import { accountOf } from '#server/modules/plans/steps.ts'
import { type Applied, type Books, closing, type Incoming, type Loan } from './apply.ts'
import { allocationRows } from './store.ts'

type Clocked = Pick<Ground, 'clock'>

/**
 * What ends an order before its term on the day of the books; null where it is due already, something was paid or taken
 * off, or nothing has become of it yet.
 */
export function exitOn(loan: Loan, { plans, day }: Books, { clock }: Clocked): Exit | null {
  const onTime = loan.state === codes.awaitingRepayment || loan.cameFrom === codes.awaitingRepayment
  const [first] = plans
  if (!onTime || !first || !loan.disbursedAt || day > first.dueDate) return null
  if (plans.length !== loan.terms.periods || !plans.every(untouched)) return null
  const since = daysBetween(businessDate(toInstant(loan.disbursedAt), clock.country), day)
  return since < 0 ? null : earlyExit(quote(loan.amountMinor, loan.terms), loan.terms, since)
}

/** Ends an order before its term with exactly what that costs: its plans charge less, and a fee given back is set off. */
export async function applyExit(
  tx: Db,
  loan: Loan,
  { books, exit, incoming }: { readonly books: Books; readonly exit: Exit; readonly incoming: Incoming },
  ground: Clocked,
): Promise<Applied> {
  const { paymentId, valueAt } = incoming
  let refundMinor = exit.refundMinor
  for (const [i, plan] of [...books.plans.entries()].toReversed()) {
    const charged = await recharge(tx, plan, exit.charges[i]!)
    const back = Math.min(refundMinor, charged.chargedPrincipal)
    refundMinor -= back
    const left = await enter(tx, charged, ['discounted', { ...nothing, principal: back }], valueAt)
    const paid = owed(accountOf(left))
    if (total(paid) === 0) continue
    await tx.insert(allocationRows).values({
      ...{ paymentId, planId: plan.id, paidPenalty: paid.penalty, paidFee: paid.fee },
      ...{ paidInterest: paid.interest, paidPrincipal: paid.principal },
    })
    await enter(tx, left, ['paid', paid], valueAt)
  }
  return closing(tx, loan, { valueAt, unappliedMinor: 0 }, ground)
}
