import { and, eq, ne } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { outstandingOf, totalOf } from '#contract/loans/balance.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { endCouponLinks } from '#server/modules/payments/steps/links.ts'
import { paymentLinkRows, type StoredPayment } from '#server/modules/payments/store.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { postEntry } from '#server/modules/plans/steps/plan-ledger.ts'
import { couponRows } from '../store.ts'
import { discountOn, releaseCoupon, released } from './coupons.ts'

/** A payment that has come in, as coupons ask of it. */
type LinkPayment = Pick<StoredPayment, 'linkId' | 'createdAt' | 'completedAt'>

/** The coupon that a link was made with and that was not used since, with the moment from which the link is good no more. */
async function couponOfLink(tx: Db, linkId: IdOf<'paymentLink'>) {
  const [link] = await tx.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, linkId))
  if (!link?.couponId) return null
  const unspent = and(eq(couponRows.id, link.couponId), ne(couponRows.state, 'used'))
  const [coupon] = await tx.select().from(couponRows).where(unspent).for('update')
  return coupon ? { coupon, goodUntil: link.expiresAt } : null
}

/**
 * Money has come in through a link that was made with a coupon: what that is worth on that day is taken off the oldest
 * plan, before the money is used, and the coupon is used. It counts where the money was there, or was on its way, while
 * the link was good, even if it has been let go since; other links that were made with it are over.
 * Answers the coupon that does not count because it was taken back.
 */
export async function redeemCoupon(
  tx: Db,
  loan: StoredLoan,
  { linkId, createdAt, completedAt }: LinkPayment,
  app: Pick<AppContext, 'clock'>,
): Promise<{ readonly revoked: IdOf<'coupon'> | null }> {
  const valueAt = completedAt!
  const found = linkId && (await couponOfLink(tx, linkId))
  if (!found) return { revoked: null }
  const { coupon, goodUntil } = found
  if (coupon.state === 'revoked') return { revoked: coupon.id }
  const [template] = await tx.select().from(couponTemplateRows).where(eq(couponTemplateRows.id, coupon.templateId))
  const { plans, asked, day } = await booksOf(tx, loan, valueAt, app)
  const worth = asked[0] && discountOn(template!, outstandingOf(asked[0]), loan.currency)
  if (
    !worth?.ok ||
    totalOf(worth.value) === 0 ||
    day > coupon.expiresOn ||
    (valueAt >= goodUntil && createdAt >= goodUntil)
  ) {
    if (coupon.linkId === linkId && coupon.state === 'locked') await releaseCoupon(tx, coupon.id)
    return { revoked: null }
  }
  await endCouponLinks(tx, { loanId: loan.id, couponId: coupon.id }, app.clock.now())
  await postEntry(tx, plans[0]!, ['discounted', worth.value], valueAt)
  const taken = { linkId, discountMinor: totalOf(worth.value), discountPenaltyMinor: worth.value.penalty }
  await tx
    .update(couponRows)
    .set({ ...taken, loanId: loan.id, state: 'used', usedAt: valueAt })
    .where(eq(couponRows.id, coupon.id))
  return { revoked: null }
}

/** A payment has come to nothing: the coupon that was held for it is free again. */
export async function releaseLinkCoupon(tx: Db, linkId: IdOf<'paymentLink'> | null): Promise<void> {
  if (!linkId) return
  await tx
    .update(couponRows)
    .set(released)
    .where(and(eq(couponRows.linkId, linkId), eq(couponRows.state, 'locked')))
}
