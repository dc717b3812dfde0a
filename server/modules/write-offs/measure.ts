import { and, eq, ne } from 'drizzle-orm'
import { businessDate, startOfDay, toInstant } from '#contract/kernel/calendar.ts'
import type { Verdict } from '#contract/kernel/fault.ts'
import type { IdOf, LocalDate, Money } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import { type RepaymentChannel, utrAccepted, type WriteOffType, writeOffAmount } from '#contract/loans/write-off.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type PricedExtension, priceOf } from '#server/modules/extensions/steps/pricing.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { mustBeNewUtr } from '#server/modules/payments/steps/references.ts'
import { type Books, booksOf } from '#server/modules/plans/steps/books.ts'
import { writeOffRows } from './store.ts'

/** Money that came past the channels, as it is asked for. */
export interface Received {
  readonly amount: Money
  readonly channel: RepaymentChannel
  readonly bankCode: string
  readonly utr: string
  readonly upi: string
  readonly repaidOn: LocalDate
}

/** What a write-off is measured by: what is owed on the day the money counts for, and of a rollover its price. */
export interface Measured {
  readonly valueAt: Date
  readonly books: Books
  readonly repayableMinor: number
  readonly price: PricedExtension | null
}

const halfDayMs = 12 * 3_600_000

/** The moment money counts from that was there on a day: noon, but never later than now. */
function momentOf(day: LocalDate, { app, now }: Context): Date {
  return new Date(Math.min(now.getTime(), Date.parse(startOfDay(day, app.clock.country)) + halfDayMs))
}

/** Throws where a rule refuses, saying which argument it is about. */
function must(verdict: Verdict, field: string): void {
  if (!verdict.ok) throw new Refusal(verdict.fault, verdict.values, { field })
}

/** The order's books on the day that money counts for, which is after its pay-out and not in the future. */
export async function measure(
  type: WriteOffType,
  loan: StoredLoan,
  repaidOn: LocalDate,
  context: Context,
): Promise<Measured> {
  const { tx, today, app } = context
  if (repaidOn > today) throw new Refusal('paid_in_future', { today }, { field: 'repaidOn' })
  const paidOut = loan.disbursedAt && businessDate(toInstant(loan.disbursedAt), app.clock.country)
  if (paidOut && repaidOn < paidOut) throw new Refusal('paid_before_payout', { paidOut }, { field: 'repaidOn' })
  const valueAt = repaidOn === today ? context.now : momentOf(repaidOn, context)
  const books = await booksOf(tx, loan, valueAt, app)
  if (books.plans.length === 0) throw new Refusal('nothing_owed')
  const price = type === 'rollover' ? await priceOf(tx, loan, books) : null
  return { valueAt, books, repayableMinor: repayable(books.asked), price }
}

/** The amount a write-off of this type may have received. */
export function mustBeAmount(type: WriteOffType, amountMinor: number, loan: StoredLoan, measured: Measured): void {
  const { repayableMinor, price } = measured
  const extensionRepayableMinor = price?.repayableMinor ?? 0
  const bounds = { repayableMinor, extensionRepayableMinor, currency: loan.currency }
  must(writeOffAmount(type, amountMinor, bounds), 'amount')
}

/** A reference that can be one, and that neither a payment nor another open request has used. */
export async function mustBeUtr(
  { utr, amountMinor }: { readonly utr: string; readonly amountMinor: number },
  { tx }: Context,
  but: IdOf<'writeOff'> | null = null,
): Promise<void> {
  must(utrAccepted(utr, amountMinor), 'utr')
  if (amountMinor === 0) return // the number of a memo
  await mustBeNewUtr(tx, utr)
  const others = but ? ne(writeOffRows.id, but) : undefined
  const open = and(eq(writeOffRows.utr, utr), eq(writeOffRows.state, 'pending'), others)
  const [other] = await tx.select({ id: writeOffRows.id }).from(writeOffRows).where(open)
  if (other) throw new Refusal('utr_used', { payment: other.id }, { field: 'utr' })
}

/** An amount of the order's currency. */
export function mustBeCurrency({ currency }: StoredLoan, amount: Money): void {
  if (amount.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field: 'amount' })
}

/** Nobody else has asked for something about the order that is not decided yet. */
export function mustBeAlone({ plans }: Books): void {
  if (plans.some(({ openRequest }) => openRequest)) throw new Refusal('open_request')
}
