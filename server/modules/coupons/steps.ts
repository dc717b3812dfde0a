import { and, asc, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import { type Components, owed, total } from '#contract/loans/balance.ts'
import { type CouponWorth, couponDiscount, couponWorth, type ReductionCoupon } from '#contract/loans/coupon.ts'
import type { LoanEvent } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { idOf, takeNumbers } from '#server/kernel/ids.ts'
import type { Context } from '#server/kernel/implement.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { booksOf, type Loan } from '#server/modules/payments/apply.ts'
import { enter } from '#server/modules/plans/entries.ts'
import { couponRows } from './store.ts'

type Template = typeof couponTemplateRows.$inferSelect
type Stored = typeof couponRows.$inferSelect

/** Gives customers coupons of a template; those of one customer are as many as they are named. */
export async function issueCoupons(
  tx: Db,
  { id: templateId, validDays }: Pick<Template, 'id' | 'validDays'>,
  customers: readonly IdOf<'customer'>[],
  { actor, now, today }: Pick<Context, 'actor' | 'now' | 'today'>,
): Promise<void> {
  const numbers = await takeNumbers(tx, 'coupon', customers.length)
  const about = { templateId, issuerId: actor.id, gotAt: now, expiresOn: addDays(today, validDays) }
  await tx.insert(couponRows).values(
    customers.map((customerId, i) => {
      return { ...about, id: idOf('coupon', today, numbers[i]!), state: 'unused' as const, customerId }
    }),
  )
}

/** What a coupon is worth, as the money rules read it. */
function worthOf({ amountType, amountMinor, ratePpm, ratioPpm }: Template): CouponWorth {
  // each type has what it needs, or the template was refused
  if (amountType === 'fixed') return { amountType, amountMinor: amountMinor! }
  if (amountType === 'rate') return { amountType, ratePpm: ratePpm! }
  return { amountType, ratioPpm: ratioPpm!, amountMinor: amountMinor! }
}

/** A coupon that lowers what is to be paid; null for one that raises a limit. */
function reductionOf(template: Template): ReductionCoupon | null {
  const { discountType, applicableMinor } = template
  return discountType === 'limit' ? null : { ...worthOf(template), discountType, applicableMinor }
}

const limitOnes = (customerId: IdOf<'customer'>, day: LocalDate) =>
  and(
    eq(couponRows.customerId, customerId),
    eq(couponTemplateRows.kind, 'limit'),
    eq(couponRows.state, 'unused'),
    gte(couponRows.expiresOn, day),
  )

/** What the best coupon of a customer adds to a base limit, and which it is. */
export async function bestLimit(tx: Db, customerId: IdOf<'customer'>, baseMinor: number, day: LocalDate) {
  const rows = await tx
    .select({ coupon: couponRows, template: couponTemplateRows })
    .from(couponRows)
    .innerJoin(couponTemplateRows, eq(couponTemplateRows.id, couponRows.templateId))
    .where(limitOnes(customerId, day))
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
  id: Stored['id'],
  held: Pick<Stored, 'loanId' | 'linkId' | 'discountMinor'>,
): Promise<void> {
  await tx
    .update(couponRows)
    .set({ ...held, state: 'locked' })
    .where(eq(couponRows.id, id))
}

/** Lets held coupons go, of an order or of a link. */
const letGo = { state: 'unused', loanId: null, linkId: null, discountMinor: null } as const
/** Lets a held coupon go. */
export const releaseCoupon = (tx: Db, id: Stored['id']) => tx.update(couponRows).set(letGo).where(eq(couponRows.id, id))

const limitHeldBy = (loanId: IdOf<'loan'>) =>
  and(eq(couponRows.loanId, loanId), eq(couponRows.state, 'locked'), isNull(couponRows.linkId))
const ends: readonly LoanEvent[] = ['cancelLoan', 'cancelDisbursement', 'expire', 'manualReject', 'resubmit']

/** A coupon that has raised a limit follows its order: used once the money is out, free again where it comes to nothing. */
export async function couponsFollow(tx: Db, loanId: IdOf<'loan'>, event: LoanEvent, now: Date): Promise<void> {
  if (event === 'disburseOk') {
    await tx.update(couponRows).set({ state: 'used', usedAt: now }).where(limitHeldBy(loanId))
  } else if (ends.includes(event)) await tx.update(couponRows).set(letGo).where(limitHeldBy(loanId))
}

/** What a coupon takes off a plan, or why nothing. */
export const discountOn = (template: Template, asked: Components, currency: Currency) => {
  const coupon = reductionOf(template)
  return coupon && couponDiscount(coupon, asked, currency)
}

/**
 * Money has come in through a link that a coupon is held for: what it is worth on that day is taken off the oldest plan,
 * before the money is used, and the coupon is used.
 */
export async function couponPaid(
  tx: Db,
  loan: Loan,
  { linkId, valueAt }: { readonly linkId: IdOf<'paymentLink'> | null; readonly valueAt: Date },
  ground: Pick<Ground, 'clock'>,
): Promise<void> {
  if (!linkId) return
  const held = and(eq(couponRows.linkId, linkId), eq(couponRows.state, 'locked'))
  const [coupon] = await tx.select().from(couponRows).where(held).for('update')
  if (!coupon) return
  const [template] = await tx.select().from(couponTemplateRows).where(eq(couponTemplateRows.id, coupon.templateId))
  const { plans, asked, day } = await booksOf(tx, loan, valueAt, ground)
  const worth = asked[0] && discountOn(template!, owed(asked[0]), loan.currency)
  if (!worth?.ok || day > coupon.expiresOn) {
    await releaseCoupon(tx, coupon.id)
    return
  }
  await enter(tx, plans[0]!, ['discounted', worth.value], valueAt)
  const used = { state: 'used', usedAt: valueAt, discountMinor: total(worth.value) } as const
  await tx.update(couponRows).set(used).where(eq(couponRows.id, coupon.id))
}

/** A payment has come to nothing: the coupon that was held for it is free again. */
export async function couponUnpaid(tx: Db, linkId: IdOf<'paymentLink'> | null): Promise<void> {
  if (!linkId) return
  await tx
    .update(couponRows)
    .set(letGo)
    .where(and(eq(couponRows.linkId, linkId), eq(couponRows.state, 'locked')))
}

/** A template by its id. */
export async function couponTemplateOf(tx: Db, id: Template['id']): Promise<Template | undefined> {
  const [row] = await tx.select().from(couponTemplateRows).where(eq(couponTemplateRows.id, id))
  return row
}

/** Templates of these ids, newest first. */
export const couponTemplatesOf = (tx: Db, ids: readonly Template['id'][]) =>
  tx
    .select()
    .from(couponTemplateRows)
    .where(inArray(couponTemplateRows.id, [...ids]))
    .orderBy(desc(couponTemplateRows.createdAt))
