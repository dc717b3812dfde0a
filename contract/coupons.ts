import { z } from 'zod'
import { customer } from './customers.ts'
import { labelArgs, nameFieldNames, nameFields } from './dictionaries/words.ts'
import { api, change, read, write } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, PersonName, Rate, Ref, Version } from './kernel/values.ts'

/** A template is written, then offered or not; one that was issued stays as it is for good. */
export const couponTemplateFlow = machine(
  'couponTemplates.state',
  {
    draft: { edit: 'draft', enable: 'enabled', archive: 'archived' },
    enabled: { disable: 'disabled', edit: 'enabled' },
    disabled: { enable: 'enabled', edit: 'disabled', archive: 'archived' },
    archived: {},
  },
  { draft: 'info', enabled: 'good', disabled: 'muted', archived: 'muted' },
)

/** A coupon is held for a payment or a loan under way, and used when that succeeds. */
export const couponFlow = machine(
  'coupons.state',
  {
    unused: { lock: 'locked', expire: 'expired', revoke: 'revoked' },
    locked: { use: 'used', release: 'unused' },
    used: {},
    expired: {},
    revoked: {},
  },
  { unused: 'info', locked: 'warn', used: 'good', expired: 'muted', revoked: 'muted' },
)

/** Raises what may be borrowed, or lowers what is to be paid. Source: specification, section 3. */
export const CouponKind = Choice('coupons.kind', ['limit', 'reduction'])
/** An amount; a part of something; or such a part, up to an amount. */
export const CouponAmountType = Choice('coupons.amountType', ['fixed', 'rate', 'ratio'])
/** What it takes off, or adds to. */
export const CouponDiscountType = Choice('coupons.discountType', ['interest', 'penalty', 'interestAndPenalty', 'limit'])

/** What coupons made of it are worth. */
export const CouponTemplate = z.object({
  id: Id('couponTemplate'),
  version: Version,
  state: couponTemplateFlow.State,
  ...nameFields,
  kind: CouponKind,
  amountType: CouponAmountType,
  discountType: CouponDiscountType,
  amount: Money.nullable(),
  rate: Rate.nullable(),
  ratio: Rate.nullable(),
  /** The least that must be repayable for it to count. */
  applicable: Money,
  validDays: z.int(),
  /** How many were issued, and what became of them: the five come to all that were issued. */
  issued: z.int(),
  unused: z.int(),
  locked: z.int(),
  used: z.int(),
  expired: z.int(),
  revoked: z.int(),
  /** What those used took off in all, and of how many orders. */
  discount: Money,
  orders: z.int(),
  maker: Ref('staff'),
  createdAt: Instant,
})
export type CouponTemplate = z.output<typeof CouponTemplate>
export const couponTemplate = subject('couponTemplates', CouponTemplate, { prefix: 'CT', opens: '/coupon-template' })

/** A coupon that somebody holds. */
export const Coupon = z.object({
  id: Id('coupon'),
  version: Version,
  state: couponFlow.State,
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  template: Ref('couponTemplate'),
  kind: CouponKind,
  discountType: CouponDiscountType,
  gotAt: Instant,
  /** The last day it can be used on. */
  expiresOn: LocalDate,
  /** The order it is held or was used for, and what it was worth there. */
  loanId: Id('loan').nullable(),
  discount: Money.nullable(),
  usedAt: Instant.nullable(),
  issuer: Ref('staff'),
})
export type Coupon = z.output<typeof Coupon>
export const coupon = subject('coupons', Coupon, { prefix: 'CP', opens: 'issuedCoupons', findBy: ['id'] })

/** What has raised an order is let go with that, never by hand. */
const paysForOrder = guard<Coupon>(['kind'], ({ kind }) => (kind === 'limit' ? refused('coupon_raises_order') : ok))

const [nameMax, daysMax, wholePpm] = [80, 3_650, 1_000_000]
const Part = Rate.min(1).max(wholePpm)
/** Which of amount, rate and ratio are needed follows from the amount type. */
const worth = {
  name: z.string().trim().min(1).max(nameMax),
  kind: CouponKind,
  amountType: CouponAmountType,
  discountType: CouponDiscountType,
  amount: Money.optional(),
  rate: Part.optional(),
  ratio: Part.optional(),
  applicable: Money,
  validDays: z.int().min(1).max(daysMax),
}
const worthFaults = ['wrong_currency', 'not_positive'] as const
const templates = { subject: couponTemplate } as const

/** What coupons are worth. */
export const couponTemplates = api('couponTemplates', {
  list: list('GET /coupon-templates', {
    requires: 'coupons',
    row: CouponTemplate,
    subject: couponTemplate,
    filter: [
      ...(['id', 'state', ...nameFieldNames, 'kind', 'amountType', 'discountType'] as const),
      ...(['validDays', 'maker', 'createdAt'] as const),
    ],
    sort: ['createdAt', 'validDays'],
    search: ['id', 'name', 'givenName'],
    order: '-createdAt',
    created: 'createdAt',
    export: 'GET /export/coupon-list',
  }),
  add: write('POST /coupon-templates', {
    requires: 'coupons.add',
    input: z.object(worth),
    output: z.object({ id: Id('couponTemplate') }),
    faults: worthFaults,
  }),
  edit: change('POST /coupon-templates/edit', {
    ...templates,
    requires: 'coupons.edit',
    args: worth,
    when: couponTemplateFlow.can('edit'),
    faults: [...worthFaults, 'coupon_template_issued'],
  }),
  /** What it is called in other languages. */
  setNames: change('POST /coupon-templates/names', {
    ...templates,
    requires: 'coupons.edit',
    args: labelArgs(nameMax),
    touches: ['coupons'],
  }),
  enable: change('POST /coupon-templates/enable', {
    ...templates,
    requires: 'coupons.edit',
    when: couponTemplateFlow.can('enable'),
  }),
  disable: change('POST /coupon-templates/disable', {
    ...templates,
    requires: 'coupons.edit',
    when: couponTemplateFlow.can('disable'),
  }),
  archive: change('POST /coupon-templates/archive', {
    ...templates,
    requires: 'coupons.remove',
    when: couponTemplateFlow.can('archive'),
  }),
})

const issuing = [
  ...(['coupon_template_off', 'coupon_template_changed', 'customer_not_enabled', 'customer_blacklisted'] as const),
] as const

/** Coupons that people hold. */
export const coupons = api('coupons', {
  list: list('GET /coupons', {
    requires: 'issuedCoupons',
    row: Coupon,
    subject: coupon,
    filter: [
      ...(['id', 'state', 'customerId', 'name', 'phone', 'template', 'kind', 'discountType', 'gotAt'] as const),
      ...(['expiresOn', 'loanId', 'discount', 'usedAt', 'issuer'] as const),
    ],
    sort: ['gotAt', 'expiresOn', 'usedAt', 'state', 'name', 'discount'],
    search: ['id', 'customerId', 'name', 'phone', 'loanId'],
    order: '-gotAt',
    created: 'gotAt',
    sums: ['discount'],
    export: 'GET /export/coupons',
  }),

  /** Gives a customer a coupon. */
  issue: change('POST /coupons/issue', {
    subject: customer,
    requires: 'coupons.edit',
    args: { template: Id('couponTemplate') },
    touches: ['coupons', 'couponTemplates'],
    faults: issuing,
  }),

  /** Holds a coupon for the customer's order, and sends a link for what is left to pay with it. */
  use: change('POST /coupons/use', {
    subject: coupon,
    requires: 'issuedCoupons.edit',
    when: couponFlow.can('lock'),
    touches: ['loans', 'payments'],
    faults: [
      'coupon_expired',
      'coupon_for_limit',
      'coupon_takes_nothing',
      'coupon_leaves_nothing',
      'no_live_order',
      'coupon_below_minimum',
      'coupon_held',
      'nothing_owed',
    ],
  }),

  /** Lets a coupon go that is held for a payment that will not come. */
  release: change('POST /coupons/release', {
    subject: coupon,
    requires: 'issuedCoupons.edit',
    when: every<Coupon>(couponFlow.can('release'), paysForOrder),
    faults: ['payment_under_way'],
  }),

  revoke: change('POST /coupons/revoke', {
    subject: coupon,
    requires: 'issuedCoupons.remove',
    when: couponFlow.can('revoke'),
    touches: ['couponTemplates'],
  }),

  /** The blank sheet that many coupons are issued by. */
  template: {
    ...read('GET /export/coupon-templates', { requires: 'coupons.edit', input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /** Issues the coupons of a filled sheet: all of them, or none where one line is wrong. */
  upload: {
    ...write('POST /coupons/upload', {
      requires: 'coupons.edit',
      input: z.object({}),
      output: z.object({ issued: z.int() }),
      faults: [
        'template_unknown',
        'template_old',
        'template_columns',
        'template_empty',
        'template_rows',
        'template_quote',
      ],
      touches: ['couponTemplates'],
    }),
    files: ['file'],
  },
})
