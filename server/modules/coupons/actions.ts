import { and, eq, inArray } from 'drizzle-orm'
import type { Coupon } from '#contract/coupons.ts'
import type { Customer } from '#contract/customers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { loanCode as codes } from '#contract/loans/flow.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { batchRows } from '#server/modules/batches/store.ts'
import type { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { lockLoan } from '#server/modules/loans/steps/transition.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { createLink, endCouponLinks } from '#server/modules/payments/steps/links.ts'
import { openBooks } from '#server/modules/plans/steps/books.ts'
import {
  askCreditOfHolder,
  couponTemplateOf,
  discountOn,
  holdCoupon,
  issueCoupons,
  lockTemplates,
  releaseCoupon,
} from './steps/coupons.ts'
import { couponRows } from './store.ts'

type CouponCall = Call<never, Coupon>

/** A template that coupons are made of now. */
async function mustBeOffered(id: IdOf<'couponTemplate'>, { tx }: Context) {
  const [template] = await lockTemplates(tx, [id])
  if (template?.state !== 'enabled') throw new Refusal('coupon_template_off', undefined, { field: 'template' })
  return template
}

/** What a run gives is what it was made for: none of a template that was edited since. @throws Refusal `coupon_template_changed`. */
async function mustBeAsReviewed(
  { editedAt }: Pick<typeof couponTemplateRows.$inferSelect, 'editedAt'>,
  { tx, batchId }: Context,
): Promise<void> {
  if (!batchId || !editedAt) return
  const id = batchId as typeof batchRows.$inferSelect.id // a run is named by nothing else
  const [run] = await tx.select({ createdAt: batchRows.createdAt }).from(batchRows).where(eq(batchRows.id, id))
  if (run && editedAt > run.createdAt) throw new Refusal('coupon_template_changed', undefined, { field: 'template' })
}

/** Gives a customer a coupon. */
export async function issue(template: IdOf<'couponTemplate'>, call: Call<never, Customer>): Promise<void> {
  const { tx, row } = call
  const made = await mustBeOffered(template, call)
  await mustBeAsReviewed(made, call)
  if (row.state !== 'enabled') throw new Refusal('customer_not_enabled')
  if (row.blacklisted) throw new Refusal('customer_blacklisted')
  await issueCoupons(tx, made, [row.id], call)
}

const owing = [codes.awaitingRepayment, codes.overdue, codes.badDebt] as const

/** The order that a customer owes money on; there is one at most. */
async function mustOwe(customerId: IdOf<'customer'>, { tx }: Context) {
  const theirs = and(eq(loanRows.customerId, customerId), inArray(loanRows.state, [...owing]))
  const [found] = await tx.select({ id: loanRows.id }).from(loanRows).where(theirs).limit(1)
  if (!found) throw new Refusal('no_live_order')
  return (await lockLoan(tx, found.id))!
}

/** One order has one coupon held for it at a time. */
async function mustBeFree(loanId: IdOf<'loan'>, { tx }: Context): Promise<void> {
  const held = and(eq(couponRows.loanId, loanId), eq(couponRows.state, 'locked'))
  const [other] = await tx.select({ id: couponRows.id }).from(couponRows).where(held)
  if (other) throw new Refusal('coupon_held', { coupon: other.id })
}

/** Holds a coupon for what the customer's oldest plan asks for, and sends a link for what is left of that. */
export async function use(call: CouponCall): Promise<void> {
  const { tx, row, today, app } = call
  if (row.expiresOn < today) throw new Refusal('coupon_expired')
  const loan = await mustOwe(row.customerId, call)
  await mustBeFree(loan.id, call)
  const { asked } = await openBooks(tx, loan, app)
  const [plan] = asked
  if (!plan) throw new Refusal('nothing_owed')
  const template = (await couponTemplateOf(tx, row.template.id))!
  const worth = discountOn(template, outstandingOf(plan), loan.currency)
  if (!worth) throw new Refusal('coupon_for_limit')
  if (!worth.ok) throw new Refusal(worth.fault, worth.values)
  const discountMinor = totalOf(worth.value)
  const amountMinor = totalOf(outstandingOf(plan)) - discountMinor
  if (discountMinor === 0) throw new Refusal('coupon_takes_nothing')
  if (amountMinor === 0) throw new Refusal('coupon_leaves_nothing')
  const linkId = await createLink(loan, { amountMinor, kind: 'normal', couponId: row.id }, call)
  await holdCoupon(tx, row.id, { loanId: loan.id, linkId, discountMinor })
}

/** Lets a coupon go, unless the customer is paying with it; links for what it leaves are good no more. */
export async function release({ tx, row, now }: CouponCall): Promise<void> {
  const loan = row.loanId && (await lockLoan(tx, row.loanId))
  if (loan && loan.state === codes.repaymentProcessing) throw new Refusal('payment_under_way')
  if (loan) await endCouponLinks(tx, { loanId: loan.id, couponId: row.id }, now)
  await releaseCoupon(tx, row.id)
}

/** Takes a coupon back that was not used. */
export async function revoke({ tx, row, now }: CouponCall): Promise<void> {
  const revoked = { state: 'revoked' } as const
  const [coupon] = await tx.update(couponRows).set(revoked).where(eq(couponRows.id, row.id)).returning()
  await askCreditOfHolder(tx, coupon!, now) // the row is locked
}
