import { and, eq, inArray } from 'drizzle-orm'
import { extension as extensionSubject } from '#contract/extensions.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { caseHolderOf } from '#server/modules/case-holder/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import type { Cause } from '#server/modules/loans/steps/transition.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { endOfferLinks } from '#server/modules/payments/steps/links.ts'
import { bookExtension } from '#server/modules/payments/steps/take-payment.ts'
import { paymentLinkRows } from '#server/modules/payments/store.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { closeAndOpenChild, type PricedExtension, priceOf } from './pricing.ts'

type StoredExtension = typeof extensionRows.$inferSelect

/** Offers of an order that nobody has paid yet. */
const openOf = (loanId: IdOf<'loan'>) =>
  and(eq(extensionRows.loanId, loanId), inArray(extensionRows.state, ['quoted', 'paying']))

/** The offer of an order that is still good, or not marked as over yet. */
export async function openExtension(tx: Db, loanId: IdOf<'loan'>): Promise<StoredExtension | undefined> {
  const [row] = await tx.select().from(extensionRows).where(openOf(loanId)).for('update')
  return row
}

/** Takes offers of an order back that were not paid, and with them the links for their price. */
export async function expireOffers(tx: Db, loanId: IdOf<'loan'>, now: Date): Promise<void> {
  const gone = await tx
    .update(extensionRows)
    .set({ state: 'expired' })
    .where(openOf(loanId))
    .returning({ id: extensionRows.id })
  await endOfferLinks(
    tx,
    gone.map(({ id }) => id),
    now,
  )
}

/** What an extension costs, how often there was one, and where it leads, as that is kept. */
function figuresOf({ times, oldDue, child, arrears, ...price }: PricedExtension) {
  return {
    ...{ times: times + 1, oldDue, newDue: child.plan.dueDate },
    ...{ penaltyMinor: arrears.penalty, feeMinor: arrears.fee, interestMinor: arrears.interest },
    ...{ extensionFeeMinor: price.feeMinor, commissionMinor: price.commissionMinor },
    totalMinor: price.repayableMinor,
  }
}

interface NewExtension {
  readonly state: 'quoted' | 'done'
  readonly source: StoredExtension['source']
  readonly done?: Pick<StoredExtension, 'childId' | 'paymentId' | 'paidAt'>
}

/** Writes an extension down: as an offer, or as done. */
export async function addExtension(
  tx: Db,
  loan: StoredLoan,
  price: PricedExtension,
  { actor, now, today, ...making }: Pick<Context, 'actor' | 'now' | 'today'> & NewExtension,
): Promise<IdOf<'extension'>> {
  const id = await newId(tx, extensionSubject.ids, today)
  const { days, timesMax } = loan.terms.extension
  await tx.insert(extensionRows).values({
    ...{ id, state: making.state, source: making.source, loanId: loan.id, currency: loan.currency },
    ...{ ...figuresOf(price), timesMax, days, validUntil: today, quotedAt: now },
    ...{ makerId: actor.id, makerUnitPath: actor.unitPath, ...making.done },
    ...caseHolderOf(loan),
  })
  return id
}

interface ExtensionPayment {
  readonly paymentId: IdOf<'payment'>
  readonly linkId: IdOf<'paymentLink'> | null
  readonly amountMinor: number
  /** When it was heard of for the first time, and when the money was there. */
  readonly createdAt: Date
  readonly valueAt: Date
  readonly day: LocalDate
}

/** The offer that a link asks the price of, locked, with the moment from which the link is good no more. */
async function offerOfLink(tx: Db, linkId: IdOf<'paymentLink'>) {
  const [found] = await tx
    .select({ offer: extensionRows, goodUntil: paymentLinkRows.expiresAt })
    .from(paymentLinkRows)
    .innerJoin(extensionRows, eq(extensionRows.id, paymentLinkRows.extensionId))
    .where(eq(paymentLinkRows.id, linkId))
    .for('update')
  return found
}

/**
 * The offer that money is for: the one its link names, else the open one. It has to be good on the day of the money, and
 * counts though its time is over by now; one that was taken back counts where the money was there, or was on its way, before.
 */
async function offerPaidFor(
  tx: Db,
  loan: StoredLoan,
  { linkId, createdAt, valueAt, day }: ExtensionPayment,
): Promise<StoredExtension | null> {
  const named = linkId && (await offerOfLink(tx, linkId))
  const offer = named ? named.offer : await openExtension(tx, loan.id)
  if (!offer || offer.validUntil < day) return null
  const isLate = named && valueAt >= named.goodUntil && createdAt >= named.goodUntil
  return offer.state === 'expired' && isLate ? null : offer
}

/** What an offer costs on the day that money counts for; null where it is not to be had then, or for another amount. */
async function priceFor(
  tx: Db,
  loan: StoredLoan,
  { amountMinor, valueAt }: Pick<ExtensionPayment, 'amountMinor' | 'valueAt'>,
  app: AppContext,
): Promise<PricedExtension | null> {
  try {
    const price = await priceOf(tx, loan, await booksOf(tx, loan, valueAt, app))
    return price.repayableMinor === amountMinor ? price : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Money has come in for an offer: where it is the price on the day it counts for, and the offer was good then, the order
 * is closed and the debt lives on in another one. Other offers of the order are over in any case. Answers what of the
 * money is fee and commission; null where it is not the price, and is like any other.
 */
export async function applyExtensionPayment(
  tx: Db,
  loan: StoredLoan,
  paid: ExtensionPayment,
  { cause, app }: { readonly cause: Cause; readonly app: AppContext },
): Promise<{ readonly extensionMinor: number } | null> {
  const offer = await offerPaidFor(tx, loan, paid)
  const price = offer && (await priceFor(tx, loan, paid, app))
  if (!price) {
    await expireOffers(tx, loan.id, cause.now)
    return null
  }
  const { paymentId, valueAt } = paid
  await bookExtension(tx, loan, { arrears: price.arrears, paymentId, valueAt }, app)
  const childId = await closeAndOpenChild(tx, loan, { child: price.child, event: 'extendOk', cause }, app)
  const done = { state: 'done', childId, paymentId, paidAt: valueAt } as const
  // what was offered may not be what it came to by the day of the money
  await tx
    .update(extensionRows)
    .set({ ...figuresOf(price), ...done })
    .where(eq(extensionRows.id, offer.id))
  await expireOffers(tx, loan.id, cause.now)
  return { extensionMinor: price.feeMinor + price.commissionMinor }
}
