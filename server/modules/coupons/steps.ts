import { and, asc, desc, eq, gte, inArray, isNull, ne } from 'drizzle-orm'
import { coupon as couponSubject } from '#contract/coupons.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Components, outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { type CouponWorth, couponDiscount, couponWorth, type ReductionCoupon } from '#contract/loans/coupon.ts'
import type { LoanEvent } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { askCredit } from '#server/modules/credit-assessments/steps/ask.ts'
import type { StoredLoan } from '#server/modules/loans/store.ts'
import { paymentLinkRows, type StoredPayment } from '#server/modules/payments/store.ts'
import { booksOf } from '#server/modules/plans/steps/books.ts'
import { postEntry } from '#server/modules/plans/steps/plan-ledger.ts'
import { couponRows } from './store.ts'

type StoredTemplate = typeof couponTemplateRows.$inferSelect
type StoredCoupon = typeof couponRows.$inferSelect

/** Gives customers coupons of a template; those of one customer are as many as they are named. */
export async function issueCoupons(
  tx: Db,
  { id: templateId, kind, validDays }: Pick<StoredTemplate, 'id' | 'kind' | 'validDays'>,
  customers: readonly IdOf<'customer'>[],
  { actor, now, today }: Pick<Context, 'actor' | 'now' | 'today'>,
): Promise<void> {
  const numbers = await takeNumbers(tx, couponSubject.ids, customers.length)
  const about = { templateId, issuerId: actor.id, gotAt: now, expiresOn: addDays(today, validDays) }
  await tx.insert(couponRows).values(
    customers.map((customerId, i) => {
      return { ...about, id: idOf(couponSubject.ids, today, numbers[i]!), state: 'unused' as const, customerId }
    }),
  )
  if (kind === 'limit') await askCredit(tx, [...new Set(customers)], 'coupon', now)
}

/** Has limits assessed again that a coupon may have raised. */
export async function askCreditOfHolder(tx: Db, { templateId, customerId }: StoredCoupon, now: Date): Promise<void> {
  const template = await couponTemplateOf(tx, templateId)
  if (template?.kind === 'limit') await askCredit(tx, [customerId], 'coupon', now)
}

/** What a coupon is worth, as the money rules read it. */
function worthOf({ amountType, amountMinor, ratePpm, ratioPpm }: StoredTemplate): CouponWorth {
  // each type has what it needs, or the template was refused
  if (amountType === 'fixed') return { amountType, amountMinor: amountMinor! }
  if (amountType === 'rate') return { amountType, ratePpm: ratePpm! }
  return { amountType, ratioPpm: ratioPpm!, amountMinor: amountMinor! }
}

/** A coupon that lowers what is to be paid; null for one that raises a limit. */
function reductionOf(template: StoredTemplate): ReductionCoupon | null {
  const { discountType, applicableMinor } = template
  return discountType === 'limit' ? null : { ...worthOf(template), discountType, applicableMinor }
}

const usableLimitCoupons = (customerId: IdOf<'customer'>, day: LocalDate) =>
  and(
    eq(couponRows.customerId, customerId),
    eq(couponTemplateRows.kind, 'limit'),
    eq(couponRows.state, 'unused'),
    gte(couponRows.expiresOn, day),
  )

/** What the best coupon of a customer adds to a base limit, and which it is. */
export async function bestLimitCoupon(tx: Db, customerId: IdOf<'customer'>, baseMinor: number, day: LocalDate) {
  const rows = await tx
    .select({ coupon: couponRows, template: couponTemplateRows })
    .from(couponRows)
    .innerJoin(couponTemplateRows, eq(couponTemplateRows.id, couponRows.templateId))
    .where(usableLimitCoupons(customerId, day))
    .orderBy(asc(couponRows.expiresOn), asc(couponRows.id))
  const worths = rows.map(({ coupon, template }) => ({
    id: coupon.id,
    minor: baseMinor >= template.applicableMinor ? couponWorth(worthOf(template), baseMinor) : 0,
  }))
  return worths.toSorted((a, b) => b.minor - a.minor)[0] ?? null
}

/** Holds a coupon for an order. */
export async function holdCoupon(
  tx: Db,
  id: StoredCoupon['id'],
  held: Pick<StoredCoupon, 'loanId' | 'linkId' | 'discountMinor'>,
): Promise<void> {
  await tx
    .update(couponRows)
    .set({ ...held, state: 'locked' })
    .where(eq(couponRows.id, id))
}

/** Lets held coupons go, of an order or of a link; which link that was is remembered until another one is made with it. */
const released = { state: 'unused', loanId: null, discountMinor: null } as const
/** Lets a held coupon go. */
export const releaseCoupon = (tx: Db, id: StoredCoupon['id']) =>
  tx.update(couponRows).set(released).where(eq(couponRows.id, id))

const limitHeldBy = (loanId: IdOf<'loan'>) =>
  and(eq(couponRows.loanId, loanId), eq(couponRows.state, 'locked'), isNull(couponRows.linkId))
const releasingEvents: readonly LoanEvent[] = ['cancelLoan', 'cancelDisbursement', 'expire', 'manualReject', 'resubmit']

/** A coupon that has raised a limit follows its order: used once the money is out, free again where it comes to nothing. */
export async function updateLimitCoupons(tx: Db, loanId: IdOf<'loan'>, event: LoanEvent, now: Date): Promise<void> {
  if (event === 'disburseOk') {
    await tx.update(couponRows).set({ state: 'used', usedAt: now }).where(limitHeldBy(loanId))
  } else if (releasingEvents.includes(event)) await tx.update(couponRows).set(released).where(limitHeldBy(loanId))
}

/** What a coupon takes off a plan, or why nothing. */
export const discountOn = (template: StoredTemplate, asked: Components, currency: Currency) => {
  const coupon = reductionOf(template)
  return coupon && couponDiscount(coupon, asked, currency)
}

/** A payment that has come in, as coupons ask of it. */
type LinkPayment = Pick<StoredPayment, 'linkId' | 'createdAt' | 'completedAt'>

/** The coupon that a link was made with and that was not used since, with the moment from which the link is good no more. */
async function couponOfLink(tx: Db, linkId: IdOf<'paymentLink'>, { customerId }: Pick<StoredLoan, 'customerId'>) {
  // by the index of the customer's, who have few
  const theirs = and(eq(couponRows.customerId, customerId), eq(couponRows.linkId, linkId))
  const unspent = and(theirs, ne(couponRows.state, 'used'))
  const [coupon] = await tx.select().from(couponRows).where(unspent).for('update')
  const [link] = await tx.select().from(paymentLinkRows).where(eq(paymentLinkRows.id, linkId))
  return coupon && link ? { coupon, goodUntil: link.expiresAt } : null
}

/**
 * Money has come in through a link that was made with a coupon: what that is worth on that day is taken off the oldest
 * plan, before the money is used, and the coupon is used. It counts where the money was there, or was on its way, while
 * the link was good, even if it has been let go since. Answers the coupon that does not count because it was taken back.
 */
export async function redeemCoupon(
  tx: Db,
  loan: StoredLoan,
  { linkId, createdAt, completedAt }: LinkPayment,
  app: Pick<AppContext, 'clock'>,
): Promise<{ readonly revoked: IdOf<'coupon'> | null }> {
  const valueAt = completedAt!
  const found = linkId && (await couponOfLink(tx, linkId, loan))
  if (!found) return { revoked: null }
  const { coupon, goodUntil } = found
  if (coupon.state === 'revoked') return { revoked: coupon.id }
  const [template] = await tx.select().from(couponTemplateRows).where(eq(couponTemplateRows.id, coupon.templateId))
  const { plans, asked, day } = await booksOf(tx, loan, valueAt, app)
  const worth = asked[0] && discountOn(template!, outstandingOf(asked[0]), loan.currency)
  if (!worth?.ok || day > coupon.expiresOn || (valueAt >= goodUntil && createdAt >= goodUntil)) {
    if (coupon.state === 'locked') await releaseCoupon(tx, coupon.id)
    return { revoked: null }
  }
  await postEntry(tx, plans[0]!, ['discounted', worth.value], valueAt)
  const taken = { discountMinor: totalOf(worth.value), discountPenaltyMinor: worth.value.penalty }
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

/** A template by its id. */
export async function couponTemplateOf(tx: Db, id: StoredTemplate['id']): Promise<StoredTemplate | undefined> {
  const [row] = await tx.select().from(couponTemplateRows).where(eq(couponTemplateRows.id, id))
  return row
}

/** Templates of these ids, newest first. */
export const couponTemplatesOf = (tx: Db, ids: readonly StoredTemplate['id'][]) =>
  tx
    .select()
    .from(couponTemplateRows)
    .where(inArray(couponTemplateRows.id, [...ids]))
    .orderBy(desc(couponTemplateRows.createdAt))
