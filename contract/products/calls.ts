import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { guard, ok, refused } from '../kernel/fault.ts'
import { list } from '../kernel/list.ts'
import { Choice, Currency, Id, Instant, LocalDate, Money, Rate, TextKey, Version } from '../kernel/values.ts'
import { ExtensionTerms, PenaltyTerms } from '../loans/terms.ts'
import { Level, Levels } from './quota.ts'
import { Product, ProductCode, product, productFlow, revisionFlow } from './row.ts'

/** Of what a product's terms consist. Each part is changed by itself and has a history of its own. */
export const TermsPart = Choice('products.part', ['quota', 'penalty', 'extension'])
export type TermsPart = z.output<typeof TermsPart>

const nameMax = 60
const Name = z.string().trim().min(1).max(nameMax)
const Icon = z.string().trim().max(nameMax)
const rankMax = 9_999
const Rank = z.int().min(0).max(rankMax)

/** Terms, from when they count, and who decided so. */
const Decided = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, effectiveFrom: LocalDate, madeBy: z.string(), madeAt: Instant })
/** The terms of one part: those in force, none before there were any, those that come later, and one that waits. */
const partOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    id: Id('product'),
    /** Of the product: names what a change was decided on. */
    version: Version,
    currency: Currency,
    inForce: Decided(value).nullable(),
    later: z.array(Decided(value)),
    /** A change that nobody has decided on yet. */
    waiting: Decided(value).nullable(),
  })

const One = z.object({ productId: Id('product') })
const parts = { requires: 'products', input: One, faults: ['not_found'] } as const

/** Changes take effect on that day of the operating country: today or later. Orders keep the terms they began with. */
const effective = { effectiveFrom: LocalDate }
const editing = {
  subject: product,
  requires: 'products.edit',
  faults: ['effective_in_past', 'change_waits', 'nothing_changed'],
} as const

const noteMax = 500
const Note = z.string().trim().max(noteMax)
/** Whether there is a change to decide on. */
const somethingWaits = guard<Product>(['waiting'], ({ waiting }) => (waiting > 0 ? ok : refused('nothing_waits')))

/**
 * What a loan would cost: what is kept back, what is paid out, what falls due when, and the annual percentage rate
 * (APR).
 */
export const QuoteAnswer = z.object({
  amount: Money,
  fee: Money,
  gst: Money,
  received: Money,
  due: Money,
  /** What a withdrawal within the cooling-off days gives back. */
  refundable: Money,
  apr: Rate,
  /** The yearly cost without the fee. */
  interestApr: Rate,
  periods: z.array(z.object({ days: z.int(), principal: Money, interest: Money, fee: Money, due: Money })),
})
export type QuoteAnswer = z.output<typeof QuoteAnswer>

/**
 * A field of a part that is another than before, as forms and sheets write it; of which level, where there are some.
 */
const Difference = z.object({
  level: z.int().nullable(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type Difference = z.output<typeof Difference>

/** One change of a product's terms. */
const Revision = z.object({
  id: z.int(),
  part: TermsPart,
  effectiveFrom: LocalDate,
  madeBy: z.string(),
  madeAt: Instant,
  state: revisionFlow.State,
  checkedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  note: TextKey('products.ended').nullable(),
  inForce: z.boolean(),
  /** What differs from the terms before. Nothing for the first ones. */
  changes: z.array(Difference),
})

/** What is lent. */
export const products = api('products', {
  list: list('POST /product/page', {
    requires: 'products',
    row: Product,
    subject: product,
    filter: [
      'id',
      'state',
      'name',
      'app',
      'merchant',
      'minAmount',
      'maxAmount',
      'periods',
      'serviceRate',
      'dailyInterest',
      'apr',
      'extension',
      'rank',
      'changesOn',
      'waiting',
      'createdAt',
    ],
    sort: ['rank', 'createdAt', 'apr'],
    search: ['id', 'name', 'app'],
    order: 'rank',
    created: 'createdAt',
  }),

  /** The sheet that new products are written into: blank, or with the terms that a product has today. */
  template: {
    ...read('GET /product/download/product/template', {
      requires: 'products',
      input: z.object({ productId: Id('product').optional() }),
      output: z.null(),
      faults: ['not_found', 'product_without_terms'],
    }),
    file: true as const,
  },

  /** Adds the products of a filled template: all of them, or none where one line is wrong. */
  add: {
    ...write('POST /product/add', {
      requires: 'products.add',
      input: z.object({}),
      output: z.object({ added: z.array(Id('product')) }),
      faults: ['template_unknown', 'template_old', 'template_columns', 'template_empty', 'template_rows'],
      touches: ['merchants'],
    }),
    files: ['file'],
  },

  edit: change('POST /product/edit', {
    subject: product,
    requires: 'products.edit',
    args: { name: Name, app: Name, rank: Rank, icon: Icon.optional() },
    faults: ['unknown_app'],
  }),

  setState: change('PUT /product/edit/status', {
    subject: product,
    requires: 'products.remove',
    args: { state: productFlow.State },
    faults: ['product_without_terms'],
  }),

  /** The same terms under another name; not offered until somebody enables it. */
  copy: change('POST /product/copy', {
    subject: product,
    requires: 'products.add',
    args: { code: ProductCode, name: Name },
    faults: ['known_already'],
  }),

  quota: read('GET /product/get/quota', { ...parts, output: partOf(Levels) }),
  penalty: read('GET /product/get/penalty', { ...parts, output: partOf(PenaltyTerms) }),
  extension: read('GET /product/get/extend', { ...parts, output: partOf(ExtensionTerms) }),

  editQuota: change('POST /product/edit/quota', { ...editing, args: { levels: Levels, ...effective } }),
  editPenalty: change('POST /product/edit/penalty', { ...editing, args: { penalty: PenaltyTerms, ...effective } }),
  editExtension: change('POST /product/edit/extend', { ...editing, args: { extension: ExtensionTerms, ...effective } }),

  /** Lets the changes of a product's terms that wait count, from their day on, at the earliest from today. */
  pass: change('POST /product/pass', {
    subject: product,
    requires: 'products.approve',
    args: { note: Note.optional() },
    when: somethingWaits,
    faults: ['own_request'],
  }),

  reject: change('POST /product/reject', {
    subject: product,
    requires: 'products.approve',
    args: { note: Note.min(1) },
    when: somethingWaits,
    faults: ['own_request'],
  }),

  /** Takes back what one has changed oneself and nobody has decided on. */
  withdraw: change('POST /product/withdraw', {
    subject: product,
    requires: 'products.edit',
    when: somethingWaits,
    faults: ['not_own_request'],
  }),

  /** Every change of the terms, newest first. */
  history: read('GET /product/history', { ...parts, output: z.object({ revisions: z.array(Revision) }) }),

  /** What a loan would cost on terms that need not be anybody's yet. */
  quote: read('POST /product/quote', {
    requires: 'products',
    input: z.object({ level: Level, amountMinor: z.int().min(1), tenureDays: z.int().min(1) }),
    output: QuoteAnswer,
    faults: ['outside_level'],
  }),

  /** Cache refresh: has every server read anew what it keeps in mind; says how many products there are. */
  refresh: read('GET /product/redisRefresh', {
    requires: 'products.edit',
    input: z.object({}),
    output: z.object({ products: z.int() }),
  }),
})
