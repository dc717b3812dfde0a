import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency, IdOf, Money } from '#contract/kernel/values.ts'
import { repayable } from '#contract/loans/balance.ts'
import type { PaymentKind } from '#contract/payments.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { lockFor, lockLoan, logLoanEvent } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { openBooks } from '#server/modules/plans/steps/books.ts'
import { exitOn } from './early-exit.ts'

const hourMs = 3_600_000

/** What a link asks for. */
export interface LinkRequest {
  readonly amountMinor: number
  readonly kind: PaymentKind
  /** The quote that it is the price of, … */
  readonly extensionId?: IdOf<'extension'>
  /** … the coupon that it asks for less by, … */
  readonly couponId?: IdOf<'coupon'>
  /** … and the moment from which that is over. */
  readonly until?: Date
}

/** An order has one link at a time: a new one takes the place of those before. */
async function expireOpenLinks(tx: Db, loanId: IdOf<'loan'>): Promise<void> {
  const open = and(eq(paymentLinkRows.loanId, loanId), eq(paymentLinkRows.state, 'open'))
  await tx.update(paymentLinkRows).set({ state: 'expired' }).where(open)
}

/**
 * Ends links: money that is there later was not asked for by them. One that another has taken the place of, or through which
 * a payment has failed, may be paid all the same; what is on its way was begun before.
 */
async function endLinks(tx: Db, theirs: SQL | undefined, now: Date): Promise<void> {
  const state = sql`case ${paymentLinkRows.state} when 'used' then 'used' else 'expired' end`
  await tx
    .update(paymentLinkRows)
    .set({ state, expiresAt: now })
    .where(and(theirs, gt(paymentLinkRows.expiresAt, now)))
}

/** Ends the links for the price of offers that are taken back. */
export async function endOfferLinks(tx: Db, extensionIds: readonly IdOf<'extension'>[], now: Date): Promise<void> {
  if (extensionIds.length > 0) await endLinks(tx, inArray(paymentLinkRows.extensionId, [...extensionIds]), now)
}

/** Has the channel make a link through which the customer of a locked order pays. It leaves with this transaction. */
export async function createLink(
  loan: StoredLoan,
  { amountMinor, kind, extensionId, couponId, until }: LinkRequest,
  { tx, actor, now, today, requestId }: Context,
): Promise<IdOf<'paymentLink'>> {
  await expireOpenLinks(tx, loan.id)
  const id = await newId(tx, ids.paymentLink, today)
  const usualMs = now.getTime() + (await parameter(tx, 'payment.linkHours')) * hourMs
  const expiresAt = new Date(Math.min(usualMs, until?.getTime() ?? usualMs))
  const about = { id, extensionId: extensionId ?? null, couponId: couponId ?? null }
  const asked = { loanId: loan.id, amountMinor, currency: loan.currency, kind }
  await tx
    .insert(paymentLinkRows)
    .values({ ...about, ...asked, state: 'open', madeBy: actor.name, createdAt: now, expiresAt })
  await post(tx, { topic: linkTopic, key: id, body: { linkId: id } }, now)
  const reason = formatMoney(ofMinor(amountMinor, loan.currency), 'en')
  await logLoanEvent(tx, loan, { event: 'sendPaymentLink', actor: actor.name, now, reason, requestId })
  return id
}

/** An amount that somebody asks a customer for: of the order's currency, something, and no more than is owed. */
function mustBeOwed(amount: Money, mostMinor: number, currency: Currency): void {
  const field = 'amount'
  if (amount.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field })
  if (amount.minor <= 0) throw new Refusal('not_positive', undefined, { field })
  if (amount.minor <= mostMinor) return
  throw new Refusal('more_than_repayable', { repayable: ofMinor(mostMinor, currency) }, { field })
}

/** Sends a link for something of what an order owes; without an amount, for all of it, or of one of its plans. */
export async function sendLink(
  loanId: IdOf<'loan'>,
  { amount, planId }: { readonly amount?: Money | undefined; readonly planId?: IdOf<'plan'> },
  call: Context,
): Promise<void> {
  const loan = await lockFor(call.tx, loanId, 'sendPaymentLink')
  const { asked, day } = await openBooks(call.tx, loan, call.app)
  const plans = planId ? asked.filter(({ id }) => id === planId) : asked
  const allMinor = repayable(asked)
  const wantedMinor = amount?.minor ?? repayable(plans)
  if (amount) mustBeOwed(amount, allMinor, loan.currency)
  if (wantedMinor === 0) throw new Refusal('nothing_owed')
  const early = day < asked[0]!.dueDate ? 'early' : 'normal'
  const kind = wantedMinor < repayable([asked[0]!]) ? 'partial' : early
  await createLink(loan, { amountMinor: wantedMinor, kind }, call)
}

/** Sends a link for what ends an order today, before its term. */
export async function sendExitLink(loanId: IdOf<'loan'>, call: Context): Promise<void> {
  const loan = (await lockLoan(call.tx, loanId))!
  const exit = exitOn(loan, await openBooks(call.tx, loan, call.app), call.app)
  if (!exit || exit.payableMinor <= 0) throw new Refusal('exit_not_offered')
  await createLink(loan, { amountMinor: exit.payableMinor, kind: 'early' }, call)
}

/** Ends the links of an order that were made with a coupon. */
export const endCouponLinks = (
  tx: Db,
  { loanId, couponId }: { readonly loanId: IdOf<'loan'>; readonly couponId: IdOf<'coupon'> },
  now: Date,
): Promise<void> => endLinks(tx, and(eq(paymentLinkRows.loanId, loanId), eq(paymentLinkRows.couponId, couponId)), now)

/** Links that nobody has used in time are good no more. Answers how many. */
export async function expireLinks(tx: Db, now: Date): Promise<number> {
  const due = and(eq(paymentLinkRows.state, 'open'), lte(paymentLinkRows.expiresAt, now))
  const gone = await tx.select({ id: paymentLinkRows.id }).from(paymentLinkRows).where(due).limit(5_000)
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) await tx.update(paymentLinkRows).set({ state: 'expired' }).where(inArray(paymentLinkRows.id, ids))
  return ids.length
}

/** Who signs, and is signed to: the channel that money comes in by. */
export const paymentChannel = 'payment gateway'

/** The topic that orders of links leave under. */
export const linkTopic = 'payments.link'
