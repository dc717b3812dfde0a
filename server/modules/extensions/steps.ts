import { and, eq, inArray } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Context, Refusal } from '#server/kernel/implement.ts'
import { holderOf } from '#server/modules/cases/holder.ts'
import type { Cause } from '#server/modules/loans/steps.ts'
import { booksOf, type Loan } from '#server/modules/payments/apply.ts'
import { endOfferLinks } from '#server/modules/payments/links.ts'
import { bookExtension } from '#server/modules/payments/steps.ts'
import { goOn, type Priced, priceOf } from './pricing.ts'
import { extensionRows } from './store.ts'

type Stored = typeof extensionRows.$inferSelect

/** Offers of an order that nobody has paid yet. */
const openOf = (loanId: IdOf<'loan'>) =>
  and(eq(extensionRows.loanId, loanId), inArray(extensionRows.state, ['quoted', 'paying']))

/** The offer of an order that is still good, or not marked as over yet. */
export async function openExtension(tx: Db, loanId: IdOf<'loan'>): Promise<Stored | undefined> {
  const [row] = await tx.select().from(extensionRows).where(openOf(loanId)).for('update')
  return row
}

/** Takes offers of an order back that were not paid, and with them the links for their price. */
export async function expireOffers(tx: Db, loanId: IdOf<'loan'>): Promise<void> {
  const gone = await tx
    .update(extensionRows)
    .set({ state: 'expired' })
    .where(openOf(loanId))
    .returning({ id: extensionRows.id })
  await endOfferLinks(
    tx,
    gone.map(({ id }) => id),
  )
}

interface Making {
  readonly state: 'quoted' | 'done'
  readonly source: Stored['source']
  readonly done?: Pick<Stored, 'childId' | 'paymentId' | 'paidAt'>
}

/** Writes an extension down: as an offer, or as done. */
export async function addExtension(
  tx: Db,
  loan: Loan,
  price: Priced,
  { actor, now, today, ...making }: Pick<Context, 'actor' | 'now' | 'today'> & Making,
): Promise<IdOf<'extension'>> {
  const id = await newId(tx, 'extension', today)
  const { arrears, child, oldDue } = price
  const { days, timesMax } = loan.terms.extension
  await tx.insert(extensionRows).values({
    ...{ id, state: making.state, source: making.source, loanId: loan.id, currency: loan.currency },
    ...{ times: price.times + 1, timesMax, oldDue, newDue: child.plan.dueDate, days },
    ...{ penaltyMinor: arrears.penalty, feeMinor: arrears.fee, interestMinor: arrears.interest },
    ...{ extensionFeeMinor: price.feeMinor, commissionMinor: price.commissionMinor },
    ...{ totalMinor: price.repayableMinor, validUntil: today, quotedAt: now },
    ...{ makerId: actor.id, makerUnitPath: actor.unitPath, ...making.done },
    ...holderOf(loan),
  })
  return id
}

interface Paid {
  readonly paymentId: IdOf<'payment'>
  readonly amountMinor: number
  readonly valueAt: Date
}

/** What an offer costs on the day that money counts for; null where it is not to be had then, or for another amount. */
async function priceFor(tx: Db, loan: Loan, { amountMinor, valueAt }: Paid, ground: Ground): Promise<Priced | null> {
  try {
    const price = await priceOf(tx, loan, await booksOf(tx, loan, valueAt, ground))
    return price.repayableMinor === amountMinor ? price : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Money has come in for an offer: where it is the price on the day it counts for, and the offer was good then, the order
 * is closed and the debt lives on in another one. Answers what of it is fee and commission; null where it is not, and the
 * money is like any other.
 */
export async function extendPaid(
  tx: Db,
  loan: Loan,
  { day, ...paid }: Paid & { readonly day: LocalDate },
  { cause, ground }: { readonly cause: Cause; readonly ground: Ground },
): Promise<{ readonly extensionMinor: number } | null> {
  const offer = await openExtension(tx, loan.id)
  const price = offer && offer.validUntil >= day ? await priceFor(tx, loan, paid, ground) : null
  if (!offer || !price) {
    await expireOffers(tx, loan.id)
    return null
  }
  const { paymentId, valueAt } = paid
  await bookExtension(tx, loan, { arrears: price.arrears, paymentId, valueAt }, ground)
  const childId = await goOn(tx, loan, { child: price.child, event: 'extendOk', cause }, ground)
  const done = { state: 'done', childId, paymentId, paidAt: valueAt } as const
  await tx.update(extensionRows).set(done).where(eq(extensionRows.id, offer.id))
  return { extensionMinor: price.feeMinor + price.commissionMinor }
}
