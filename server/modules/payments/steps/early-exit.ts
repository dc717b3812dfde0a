import { businessDate, daysBetween, toInstant } from '#contract/kernel/calendar.ts'
import { noComponents, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { type EarlySettlement, earlySettlement } from '#contract/loans/early-settlement.ts'
import { quote } from '#contract/loans/quote.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { correctPenalties, recharge, untouched } from '#server/modules/plans/steps/backdate.ts'
import type { Books } from '#server/modules/plans/steps/books.ts'
import { postEntry } from '#server/modules/plans/steps/plan-ledger.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import { allocationRows } from '../store.ts'
import { type Applied, closeIfSettled, type Incoming } from './apply-money.ts'

type Clocked = Pick<AppContext, 'clock'>

/**
 * What ends an order before its term on the day of the books; null where it was due by then, something was paid or taken
 * off, or nothing has become of it yet. That day decides, not the code: nights since may have moved that on.
 */
export function exitOn(loan: StoredLoan, { asked, day }: Books, { clock }: Clocked): EarlySettlement | null {
  const [first] = asked
  if (!first || !loan.disbursedAt || day > first.dueDate) return null
  if (asked.length !== loan.terms.periods || !asked.every(untouched)) return null
  const since = daysBetween(businessDate(toInstant(loan.disbursedAt), clock.country), day)
  return since < 0 ? null : earlySettlement(quote(loan.amountMinor, loan.terms), loan.terms, since)
}

/** Ends an order before its term with exactly what that costs: its plans charge less, and a fee given back is set off. */
export async function applyExit(
  tx: Db,
  loan: StoredLoan,
  { books, exit, incoming }: { readonly books: Books; readonly exit: EarlySettlement; readonly incoming: Incoming },
  app: Clocked,
): Promise<Applied> {
  const { paymentId, valueAt } = incoming
  let refundMinor = exit.refundMinor
  const charging = { penalty: loan.terms.penalty, country: app.clock.country }
  for (const [i, plan] of [...books.plans.entries()].toReversed()) {
    const settled = { paymentId, day: books.day, paid: outstandingOf(books.asked[i]!) }
    const charged = await recharge(tx, await correctPenalties(tx, plan, settled, charging), exit.charges[i]!)
    const back = Math.min(refundMinor, charged.chargedPrincipal)
    refundMinor -= back
    const left = await postEntry(tx, charged, ['discounted', { ...noComponents, principal: back }], valueAt)
    const paid = outstandingOf(accountOf(left))
    if (totalOf(paid) === 0) continue
    await tx.insert(allocationRows).values({
      ...{ paymentId, planId: plan.id, paidPenalty: paid.penalty, paidFee: paid.fee },
      ...{ paidInterest: paid.interest, paidPrincipal: paid.principal },
    })
    await postEntry(tx, left, ['paid', paid], valueAt)
  }
  return closeIfSettled(tx, loan, { paymentId, valueAt, unappliedMinor: 0 }, app)
}
