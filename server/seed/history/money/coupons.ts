import { coupon as couponSubject, couponTemplate } from '#contract/coupons.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { outstandingOf, totalOf } from '#contract/loans/balance.ts'
import { type CouponWorth, couponDiscount, type ReductionCoupon } from '#contract/loans/coupon.ts'
import { scaled } from '#server/seed/countries/pack.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'
import type { Debt } from './debt.ts'
import { sendLink } from './payment-links.ts'
import { allOf, beginPayment, pay } from './payments.ts'

type Template = RowOf<'couponTemplates'>
type Coupon = RowOf<'coupons'>
/** What a template says of itself, and how often it is issued. */
type TemplateSpec = Pick<
  Template,
  'name' | 'names' | 'state' | 'kind' | 'amountType' | 'discountType' | 'applicableMinor' | 'validDays'
> &
  Partial<Pick<Template, 'amountMinor' | 'ratePpm' | 'ratioPpm'>> & { readonly weight: number }

const limit = { kind: 'limit', discountType: 'limit', applicableMinor: 0 } as const
const reduction = { kind: 'reduction', applicableMinor: 300_000 } as const
const templateSpecs: readonly TemplateSpec[] = [
  {
    names: {
      zh: '新客礼：提额',
      es: 'Bienvenida: más límite',
      vi: 'Chào mừng: tăng hạn mức',
      id: 'Selamat datang: limit lebih tinggi',
      ja: 'ウェルカム：限度額アップ',
    },
    ...{ name: 'Welcome: higher limit', state: 'enabled', ...limit, amountType: 'fixed', amountMinor: 50_000 },
    ...{ validDays: 30, weight: 26 },
  },
  {
    names: {
      zh: '老客回馈：额度 +10 %',
      es: 'Clientes leales: límite + 10 %',
      vi: 'Khách quen: hạn mức + 10 %',
      id: 'Nasabah setia: limit + 10 %',
      ja: 'リピーター：限度額 + 10 %',
    },
    ...{ name: 'Loyal customers: limit + 10 %', state: 'enabled', ...limit, amountType: 'rate', ratePpm: 100_000 },
    ...{ validDays: 60, weight: 18 },
  },
  {
    names: { zh: '利息返还', es: 'Interés de vuelta', vi: 'Hoàn lãi', id: 'Bunga kembali', ja: '利息還元' },
    ...{ name: 'Interest back', state: 'enabled', ...reduction, discountType: 'interest' },
    ...{ amountType: 'fixed', amountMinor: 2_000, validDays: 30, weight: 24 },
  },
  {
    names: {
      zh: '今日还款减两成',
      es: 'Pague hoy: un quinto menos',
      vi: 'Trả hôm nay: giảm một phần năm',
      id: 'Bayar hari ini: potongan seperlima',
      ja: '本日返済で2割引',
    },
    ...{ name: 'Pay today: a fifth off', state: 'enabled', ...reduction, discountType: 'interestAndPenalty' },
    ...{ amountType: 'ratio', ratioPpm: 200_000, amountMinor: 10_000, validDays: 14, weight: 22 },
  },
  {
    names: {
      zh: '雨季：罚息减半',
      es: 'Temporada de lluvias: mitad de recargo',
      vi: 'Mùa mưa: giảm nửa phí phạt',
      id: 'Musim hujan: denda separuh',
      ja: '雨季：遅延損害金半額',
    },
    ...{ name: 'Monsoon: half the penalty', state: 'disabled', ...reduction, discountType: 'penalty' },
    ...{ amountType: 'rate', ratePpm: 500_000, validDays: 21, weight: 8 },
  },
  {
    names: { zh: '首次试发', es: 'Primera prueba', vi: 'Bản thử đầu tiên', id: 'Uji coba pertama', ja: '初回テスト' },
    ...{ name: 'First trial', state: 'archived', ...reduction, discountType: 'interest' },
    ...{ amountType: 'fixed', amountMinor: 1_000, validDays: 7, weight: 2 },
  },
  {
    names: { zh: '新年', es: 'Año nuevo', vi: 'Năm mới', id: 'Tahun baru', ja: '新年' },
    ...{ name: 'New year', state: 'draft', ...reduction, discountType: 'interestAndPenalty', weight: 0 },
    ...{ amountType: 'ratio', ratioPpm: 300_000, amountMinor: 15_000, validDays: 10 },
  },
]
const issuers = staffOf('MGR', 'OPS')
const askers = staffOf('MGR', 'OPS')

interface CouponTemplates {
  readonly all: readonly (readonly [Template, number])[]
  readonly reductions: readonly Template[]
}
const templatesByContext = new WeakMap<SeedContext, CouponTemplates>()

/** The templates of a book, written down when they are first asked for. */
export function templatesOf(context: SeedContext): CouponTemplates {
  const known = templatesByContext.get(context)
  if (known) return known
  const [issuer] = issuers
  const { pack } = context
  const all = templateSpecs.map(({ weight, ...about }) => {
    const worth = { amountMinor: null, ratePpm: null, ratioPpm: null }
    const at = { createdAt: context.at(context.start, 0), editedAt: null }
    const made = { ...at, makerId: issuer!.id, currency: context.currency }
    const template: Template = {
      id: context.book.commonId(couponTemplate.ids, context.start),
      ...worth,
      ...about,
      applicableMinor: scaled(about.applicableMinor, pack),
      ...(about.amountMinor && { amountMinor: scaled(about.amountMinor, pack) }),
      ...made,
    }
    if (context.share.index === 0) context.book.buffers.couponTemplates.add(template)
    return [template, weight] as const
  })
  const isReduction = ([{ kind, state }]: (typeof all)[number]) => kind === 'reduction' && state === 'enabled'
  const made = { all, reductions: all.filter(isReduction).map(([template]) => template) }
  templatesByContext.set(context, made)
  return made
}

/** A coupon somebody got then. */
function issued(
  context: SeedContext,
  {
    template,
    customerId,
    gotAt,
    issuer,
  }: { template: Template; customerId: IdOf<'customer'>; gotAt: Date; issuer: Member },
): Coupon {
  const day = context.dateOf(gotAt)
  const free = { loanId: null, linkId: null, discountMinor: null, discountPenaltyMinor: null, usedAt: null }
  const about = {
    id: context.book.id(couponSubject.ids, day),
    state: 'unused',
    templateId: template.id,
    customerId,
  } as const
  return { ...about, gotAt, expiresOn: addDays(day, template.validDays), issuerId: issuer.id, ...free }
}

const holders = [
  [true, 5],
  [false, 95],
] as const
const taken = [
  [true, 1],
  [false, 14],
] as const

/** A coupon that raises a limit and may still be used. */
export interface LimitCoupon {
  readonly id: IdOf<'coupon'>
  readonly gotAt: Date
  readonly worth: CouponWorth
}

/** Gives a customer coupons now and then; what was not used in time has expired. Answers one that raises their limit. */
export function giveCoupons(
  context: SeedContext,
  customerId: IdOf<'customer'>,
  since: Date,
  random: Random,
): LimitCoupon | null {
  const { all } = templatesOf(context)
  if (!context.drawEvenly('coupon', holders)) return null
  const days = context.ago(context.dateOf(since))
  const gotAt = context.daytime(context.after(context.today, -random.int(0, Math.max(0, days - 1))), random)
  const template = random.weighted(all)
  const coupon = issued(context, {
    template,
    customerId,
    gotAt: gotAt < since ? since : gotAt,
    issuer: random.pick(issuers),
  })
  const revoked = context.drawEvenly('coupon taken back', taken)
  const state = revoked ? 'revoked' : coupon.expiresOn < context.today ? 'expired' : 'unused'
  context.book.buffers.coupons.add({ ...coupon, state })
  if (state !== 'unused' || template.kind !== 'limit') return null
  return { id: coupon.id, gotAt: coupon.gotAt, worth: worthOf(template) }
}

/** What coupons of a template are worth, as the money rules read it. */
function worthOf({ amountType, amountMinor, ratePpm, ratioPpm }: Template): CouponWorth {
  if (amountType === 'fixed') return { amountType, amountMinor: amountMinor! }
  if (amountType === 'rate') return { amountType, ratePpm: ratePpm! }
  return { amountType, ratioPpm: ratioPpm!, amountMinor: amountMinor! }
}

/** The terms of a template that lowers what is to be paid, as the money rules read them. */
const reductionOf = (template: Template): ReductionCoupon => {
  const { discountType, applicableMinor } = template
  return { ...worthOf(template), discountType: discountType as ReductionCoupon['discountType'], applicableMinor } // reductions only
}

/** A coupon that the customer of a debt holds on that day, and what it takes off; null where it takes nothing off. */
function couponFor(debt: Debt, at: Date, random: Random) {
  const { context, row } = debt.order
  debt.advance(context.dateOf(at))
  const template = random.pick(templatesOf(context).reductions)
  const worth = couponDiscount(reductionOf(template), outstandingOf(debt.open!), row.currency)
  if (!worth.ok || totalOf(worth.value) === 0) return null
  const got = later(at, -random.int(60, 4_000))
  const gotAt = got > row.disbursedAt! ? got : row.disbursedAt!
  const coupon = issued(context, { template, customerId: row.customerId, gotAt, issuer: random.pick(issuers) })
  return { coupon, discount: worth.value }
}

/** Sends the link for what is left to pay with a coupon that is held for it. */
function hold(debt: Debt, at: Date, state: 'open' | 'used', random: Random) {
  const found = couponFor(debt, at, random)
  if (!found) return null
  const { coupon, discount } = found
  const discountMinor = totalOf(discount)
  const amountMinor = allOf(debt.open!) - discountMinor
  const asked = { amountMinor, kind: 'normal', state, couponId: coupon.id } as const
  const linkId = sendLink(debt, { ...asked, createdAt: at, madeBy: random.pick(askers).name })
  return { discount, linkId, amountMinor, held: { ...coupon, loanId: debt.order.row.id, linkId, discountMinor } }
}

/** Pays with a coupon what is asked for at `at`. Answers whether there was one. */
export function payWithCoupon(debt: Debt, at: Date, random: Random): boolean {
  const { context } = debt.order
  const found = hold(debt, context.sameDay(at, -random.int(5, 90)), 'used', random)
  if (!found) return false
  const { discount, linkId: id, held } = found
  const usedAt = pay(debt, { at, link: { id, discount } }, random)
  context.book.buffers.coupons.add({ ...held, discountPenaltyMinor: discount.penalty, state: 'used', usedAt })
  return true
}

/** A coupon is held for what the customer is asked for today; `begun`: they are paying. Answers whether there is one. */
export function holdCoupon(debt: Debt, at: Date, { begun }: { readonly begun: boolean }, random: Random): boolean {
  const { context } = debt.order
  const found = hold(debt, at, begun ? 'used' : 'open', random)
  if (!found) return false
  const { linkId: id, amountMinor, held } = found
  context.book.buffers.coupons.add({ ...held, state: 'locked' })
  if (begun) beginPayment(debt, context.sameDay(at, 1), random, { id, amountMinor })
  return true
}
