import { and, eq, ne } from 'drizzle-orm'
import { ofMinor } from '#contract/kernel/money.ts'
import type { IdOf, LocalDate, Money } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import type { Loan as LoanRow } from '#contract/loans/row.ts'
import { type RepaymentChannel, utrAccepted } from '#contract/loans/write-off.ts'
import type { Proof } from '#contract/proofs.ts'
import { proof as proofSubject } from '#contract/proofs.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { lockLoan, logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { mustBeNewUtr } from '#server/modules/payments/steps/references.ts'
import { valueDateOn } from '#server/modules/payments/steps/value-date.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { claimLine } from '#server/modules/statements/steps.ts'
import { claimImages } from './images.ts'
import { proofRows } from './store.ts'

/** What somebody says was paid, and the pictures of it. */
export interface ProofEntry {
  readonly amount: Money
  readonly paidOn: LocalDate
  readonly channel: RepaymentChannel
  readonly bankCode: string
  readonly utr: string
  readonly upi: string
  readonly images: readonly IdOf<'proofImage'>[]
}
type LoanCall = Call<never, LoanRow>

const sourceOf = (actor: Actor): Proof['source'] =>
  actor.agencyId ? 'collector' : actor.may('proofs.batch') ? 'operations' : 'customerService'

/** The transfer may be one, was not counted before, and comes to no more than was owed that day. Answers the oldest plan. */
async function mustBePossible(loan: StoredLoan, { amount, paidOn, utr }: ProofEntry, { tx, app }: LoanCall) {
  const { currency } = loan
  const field = 'amount'
  if (amount.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field })
  if (amount.minor <= 0) throw new Refusal('not_positive', undefined, { field })
  const valueAt = valueDateOn(paidOn, loan, app)
  const accepted = utrAccepted(utr, amount.minor)
  if (!accepted.ok) throw new Refusal(accepted.fault, accepted.values, { field: 'utr' })
  await mustBeNewUtr(tx, utr)
  const { asked } = await booksOf(tx, loan, valueAt, app)
  const mostMinor = repayable(asked)
  if (amount.minor > mostMinor)
    throw new Refusal('more_than_repayable', { repayable: ofMinor(mostMinor, currency) }, { field })
  return asked[0]?.id ?? null
}

/** Another proof of the same transfer that counts. */
async function sameTransfer(tx: Db, utr: string): Promise<IdOf<'proof'> | null> {
  const counts = and(eq(proofRows.utr, utr), ne(proofRows.state, 'rejected'))
  const [other] = await tx.select({ id: proofRows.id }).from(proofRows).where(counts).limit(1)
  return other?.id ?? null
}

/** Takes a proof in; one whose transfer the bank's statement has already, is matched at once. */
export async function enterProof(entry: ProofEntry, call: LoanCall): Promise<void> {
  const { tx, row, actor, now, today, requestId } = call
  const loan = (await lockLoan(tx, row.id))!
  const planId = await mustBePossible(loan, entry, call)
  const id = await newId(tx, proofSubject.ids, today)
  const twin = await sameTransfer(tx, entry.utr)
  const duplicateOf = (await claimImages(tx, entry.images, id, actor.id)) ?? twin
  const { amount, paidOn, channel, bankCode, utr, upi } = entry
  const claim = { utr: entry.utr, amount, proofId: id, loanId: loan.id }
  const matched = duplicateOf === null && (await claimLine(tx, claim))
  await tx.insert(proofRows).values({
    ...{ id, loanId: loan.id, planId, amountMinor: amount.minor, currency: amount.currency, duplicateOf },
    ...{ paidOn, channel, bankCode, utr, upi },
    ...{ state: duplicateOf ? 'duplicate' : matched ? 'matched' : 'submitted', source: sourceOf(actor) },
    ...{ makerId: actor.id, makerUnitPath: actor.unitPath, submittedAt: now },
  })
  await logLoanEvent(tx, loan, { event: 'enterProof', actor: actor.name, now, requestId, reason: `UTR ${entry.utr}` })
}
