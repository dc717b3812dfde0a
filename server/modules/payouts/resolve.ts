import { eq } from 'drizzle-orm'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { PayoutResult } from '#contract/payouts.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { lockLoan, paidOut, payoutFailed } from '#server/modules/loans/steps/transition.ts'
import { hasTicket, openTicket } from '#server/modules/tickets/steps.ts'
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
  const title = `Paid after all: ${payout.id}`
  if (await hasTicket(tx, loanId, title)) return
  const { customerId, departmentId } = (await lockLoan(tx, loanId))!
  const amount = formatMoney(ofMinor(payout.amountMinor, payout.currency), 'en')
  const content = `The channel had said that this pay-out failed. Now it says that ${amount} were paid (UTR ${utr ?? '–'}).`
  const about = { kind: 'payout' as const, title, content, loanId, customerId, departmentId }
  await openTicket(tx, about, { today: today(app.clock, now), now, app })
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
  const loan = (await lockLoan(tx, payout.loanId))!
  const cause = { actor: payoutChannel, now }
  const { channelRef, utr, failure } = result
  if (result.outcome === 'paid') {
    await tx.update(payoutRows).set({ state: 'success', channelRef, utr, resolvedAt: now }).where(eq(payoutRows.id, id))
    await paidOut(tx, loan, cause, app)
    return true
  }
  const why = failure ?? { code: 'other', text: '' }
  const failed = { state: 'fail' as const, failureCode: why.code, failureText: why.text }
  await tx
    .update(payoutRows)
    .set({ ...failed, channelRef, resolvedAt: now })
    .where(eq(payoutRows.id, id))
  await payoutFailed(tx, loan, why, cause)
  return true
}
