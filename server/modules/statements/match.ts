import { and, eq, inArray } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import type { Outcome } from '#contract/statements.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, ids, newId, takeNumbers } from '#server/kernel/base/ids.ts'
import { asRefusal } from '#server/kernel/base/transaction.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { lockPayment } from '#server/modules/payments/steps/payments.ts'
import { valueDateOn } from '#server/modules/payments/steps/value-date.ts'
import type { StoredPayment } from '#server/modules/payments/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { markMatched, openProofsOf } from '#server/modules/proofs/steps.ts'
import { receiveUnmatched } from '#server/modules/settlements/steps.ts'
import { readStatement, type Transfer } from './sheet.ts'
import { findLine } from './steps.ts'
import { statementLineRows, statementRows } from './store.ts'

/** What a line was found to be, and whose. */
interface LineMatch {
  readonly outcome: Outcome
  readonly loanId?: IdOf<'loan'>
  readonly proofId?: IdOf<'proof'>
  readonly paymentId?: IdOf<'payment'>
  readonly note?: string
}

const paymentsOf = (tx: Db, utr: string): Promise<StoredPayment[]> =>
  tx
    .select()
    .from(paymentRows)
    .where(and(eq(paymentRows.utr, utr), inArray(paymentRows.state, ['success', 'paying', 'fail'])))

/** The money of a payment that was given up has turned up: it counts for the day that the bank booked it. */
async function receiveForPayment(
  payment: StoredPayment,
  { utr, bookedOn }: Transfer,
  call: Context,
): Promise<LineMatch> {
  const about = { loanId: payment.loanId, paymentId: payment.id }
  const { actor, app } = call
  try {
    const { loan } = (await lockPayment(call.tx, payment.id))! // it was found
    const valueAt = valueDateOn(bookedOn, loan, app)
    const told = { utr, valueAt, operator: actor.name, reason: `UTR ${utr}` }
    // a line that cannot be used stops no other
    await call.tx.transaction((inner) => receiveUnmatched(inner as unknown as Db, payment.id, told, app)) // a savepoint is one, too
    return { ...about, outcome: 'payment' }
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal || refusal.fault === 'busy') throw error
    return { ...about, outcome: 'refused', note: refusal.fault }
  }
}

/** Holds one transfer against what is known of its UTR: another amount is never taken for it. */
async function matchTransfer(transfer: Transfer, currency: Currency, call: Context): Promise<LineMatch> {
  const { tx, actor, now } = call
  const { utr, amountMinor } = transfer
  const same = (row: { amountMinor: number; currency: string }) =>
    row.amountMinor === amountMinor && row.currency === currency
  const earlier = await findLine(tx, utr)
  if (earlier) return { outcome: same(earlier) ? 'known' : 'differs' }
  const payments = await paymentsOf(tx, utr)
  const counted = payments.find(({ state }) => state === 'success')
  if (counted) {
    const about = { loanId: counted.loanId, paymentId: counted.id }
    return { ...about, outcome: same(counted) ? 'known' : 'differs' }
  }
  const lost = payments.find(same)
  if (lost) return receiveForPayment(lost, transfer, call)
  const proofs = await openProofsOf(tx, utr)
  const shown = proofs.find(same)
  if (shown) await markMatched(tx, shown.id, { by: actor.id, at: now })
  if (shown) return { outcome: 'proof', proofId: shown.id, loanId: shown.loanId }
  const [other] = [...proofs, ...payments]
  return other ? { outcome: 'differs', loanId: other.loanId } : { outcome: 'unmatched' }
}

/**
 * Reads a statement and holds each of its lines against proofs and payments, by UTR and amount. Read again, it finds that
 * it knows every line. Answers the statement's id.
 * @throws Refusal and InvalidInput as `readStatement` does: then no line was used.
 */
export async function importStatement(path: string, file: string, call: Context): Promise<IdOf<'statement'>> {
  const { tx, actor, now, today, app } = call
  const { currency } = countries[app.clock.country]
  const transfers = await readStatement(path, { currency, today })
  const id = await newId(tx, ids.statement, today)
  await tx.insert(statementRows).values({ id, file, readBy: actor.id, readAt: now })
  const numbers = await takeNumbers(tx, ids.statementLine, transfers.length)
  // in the order of their UTRs: whoever reads the same lines at once waits, and meets what the first one has found
  const ordered = transfers.toSorted((a, b) => (a.utr < b.utr ? -1 : 1))
  for (const [i, transfer] of ordered.entries()) {
    const found = await matchTransfer(transfer, currency, call)
    const place = { id: idOf(ids.statementLine, today, numbers[i]!), statementId: id, currency }
    await tx.insert(statementLineRows).values({ ...transfer, ...place, ...found })
  }
  return id
}

/** A statement as it is told. */
export const toStatement = ({ id, file, readBy, readAt }: typeof statementRows.$inferSelect) => {
  return { id, file, readBy, readAt: toInstant(readAt) }
}
