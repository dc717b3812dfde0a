import { and, asc, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import { coupon as couponSubject } from '#contract/coupons.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Currency, IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Components } from '#contract/loans/balance.ts'
import { type CouponWorth, couponDiscount, couponWorth, type ReductionCoupon } from '#contract/loans/coupon.ts'
import type { LoanEvent } from '#contract/loans/flow.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { askCredit } from '#server/modules/credit-assessments/steps/ask.ts'
import { couponRows } from '../store.ts'

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

/** Lets held coupons go, of an order or of a link, which remembers the one that it was made with. */
export const released = { state: 'unused', loanId: null, linkId: null, discountMinor: null } as const
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

/** A template by its id. */
export async function couponTemplateOf(tx: Db, id: StoredTemplate['id']): Promise<StoredTemplate | undefined> {
  const [row] = await tx.select().from(couponTemplateRows).where(eq(couponTemplateRows.id, id))
  return row
}

/** Templates of these ids, newest first, kept from being changed until what is made of them is committed. */
export const lockTemplates = (tx: Db, ids: readonly StoredTemplate['id'][]) =>
  tx
    .select()
    .from(couponTemplateRows)
    .where(inArray(couponTemplateRows.id, [...ids]))
    .orderBy(desc(couponTemplateRows.createdAt))
    .for('share')
