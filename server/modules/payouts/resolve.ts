import { eq } from 'drizzle-orm'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { failureClass } from '#contract/loans/failure.ts'
import { loanCode } from '#contract/loans/flow.ts'
import type { PayoutResult } from '#contract/payouts.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import {
  confirmFailure,
  lockLoan,
  paidOut,
  payoutFailed,
  reopenDisbursement,
} from '#server/modules/loans/steps/transition.ts'
import { hasTicketFor, openTicketFor } from '#server/modules/tickets/steps.ts'
import { payoutChannel } from './steps.ts'
import { payoutRows } from './store.ts'

type Payout = typeof payoutRows.$inferSelect

/** Money has left that was given up for not paid: the order has gone on since, and a person has to see to it. Once. */
async function raiseTicket(
  tx: Db,
  payout: Payout,
  { utr }: PayoutResult,
  { now, app }: { now: Date; app: AppContext },
) {
  const { loanId } = payout
  const cause = 'paidAfterAll'
  if (await hasTicketFor(tx, loanId, { cause, named: { payout: payout.id } })) return
  const { customerId, departmentId } = (await lockLoan(tx, loanId))!
  const about = { kind: 'payout' as const, loanId, customerId, departmentId }
  const amount = formatMoney(ofMinor(payout.amountMinor, payout.currency), 'en')
  const why = { cause, named: { payout: payout.id, amount, utr: utr ?? '–' } } as const
  await openTicketFor(tx, why, about, { today: today(app.clock, now), now, app })
}

/** What the channel had not said when it paid, the reference of the bank above all, is added. Answers whether anything was. */
async function completeReferences(
  tx: Db,
  payout: Payout,
  { outcome, channelRef, utr }: PayoutResult,
): Promise<boolean> {
  const known = { channelRef: payout.channelRef ?? channelRef, utr: payout.utr ?? utr }
  const same = known.channelRef === payout.channelRef && known.utr === payout.utr
  if (outcome !== 'paid' || same) return false
  await tx.update(payoutRows).set(known).where(eq(payoutRows.id, payout.id))
  return true
}

/**
 * The money has left. An order that stands as failed because nobody knew is paid out all the same; one that has gone
 * another way since is for a person.
 */
async function settle(
  tx: Db,
  payout: Payout,
  result: PayoutResult,
  { now, app }: { now: Date; app: AppContext },
): Promise<void> {
  const cause = { actor: payoutChannel, now }
  const { channelRef, utr } = result
  const loan = (await lockLoan(tx, payout.loanId))!
  await tx
    .update(payoutRows)
    .set({ state: 'success', channelRef, utr, resolvedAt: now })
    .where(eq(payoutRows.id, payout.id))
  if (loan.state === loanCode.disbursing) return paidOut(tx, loan, cause, app)
  if (loan.state !== loanCode.disbursementFailed) return raiseTicket(tx, payout, result, { now, app })
  await paidOut(tx, await reopenDisbursement(tx, loan, cause), cause, app)
}

/** The money has not left, and will not. */
async function fail(tx: Db, payout: Payout, { channelRef, failure }: PayoutResult, now: Date): Promise<void> {
  const said = failure ?? { code: 'other', text: '' }
  // the attempt keeps what the channel has said, the order what that means
  const why = { ...said, code: failureClass(said.code) }
  const loan = (await lockLoan(tx, payout.loanId))!
  const failed = { state: 'fail' as const, failureCode: said.code, failureText: said.text }
  await tx
    .update(payoutRows)
    .set({ ...failed, channelRef, resolvedAt: now })
    .where(eq(payoutRows.id, payout.id))
  if (loan.state === loanCode.disbursing) await payoutFailed(tx, loan, why, { actor: payoutChannel, now })
  if (loan.state === loanCode.disbursementFailed) await confirmFailure(tx, loan.id, why)
}

/**
 * Writes down how a pay-out ended and takes its order along. What was resolved before stays as it is, and is completed: a channel
 * may say things twice and in any order. Answers whether anything came of it.
 * @throws Refusal `unknown_payout`, `amount_differs`.
 */
export async function resolvePayout(tx: Db, result: PayoutResult, now: Date, app: AppContext): Promise<boolean> {
  const id = result.payoutId as Payout['id'] // looked up below; an unknown one is refused
  const [payout] = await tx.select().from(payoutRows).where(eq(payoutRows.id, id)).for('update')
  if (!payout) throw new Refusal('unknown_payout')
  if (payout.amountMinor !== result.amountMinor || payout.currency !== result.currency)
    throw new Refusal('amount_differs')
  if (payout.state === 'success') return completeReferences(tx, payout, result)
  if (payout.state === 'fail') {
    if (result.outcome === 'paid') await raiseTicket(tx, payout, result, { now, app })
    return false
  }
  await (result.outcome === 'paid' ? settle(tx, payout, result, { now, app }) : fail(tx, payout, result, now))
  return true
}
