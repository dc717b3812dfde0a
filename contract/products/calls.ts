import { z } from 'zod'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { list } from '../kernel/list.ts'
import { Choice, Currency, Id, Instant, LocalDate, Money, Rate, Version } from '../kernel/values.ts'
import { ExtensionTerms, PenaltyTerms } from '../loans/terms.ts'
import { Level, Levels } from './quota.ts'
import { Product, ProductCode, product, productFlow } from './row.ts'

/** Of what a product's terms consist. Each part is changed by itself and has a history of its own. */
export const Part = Choice('products.part', ['quota', 'penalty', 'extension'])
export type Part = z.output<typeof Part>

const nameMax = 60
const Name = z.string().trim().min(1).max(nameMax)
const Icon = z.string().trim().max(nameMax)
const rankMax = 9_999
const Rank = z.int().min(0).max(rankMax)

/** Terms, from when they count, and who decided so. */
const Decided = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, effectiveFrom: LocalDate, madeBy: z.string(), madeAt: Instant })
/** The terms of one part: those in force, none before there were any, and those that come into force later. */
const partOf = <Value extends z.ZodType>(value: Value) =>
  z.object({
    id: Id('product'),
    /** Of the product: names what a change was decided on. */
    version: Version,
    currency: Currency,
    inForce: Decided(value).nullable(),
    later: z.array(Decided(value)),
  })

const One = z.object({ productId: Id('product') })
const parts = { may: 'products', input: One, faults: ['not_found'] } as const

/** Changes take effect on that day of the operating country: today or later. Orders keep the terms they began with. */
const effective = { effectiveFrom: LocalDate }
const editing = { subject: product, may: 'products.edit', faults: ['effective_in_past'] } as const

/** What a loan would cost: what is kept back, what is paid out, what falls due when, and the yearly cost. */
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

/** One change of a product's terms. */
const Revision = z.object({
  id: z.int(),
  part: Part,
  effectiveFrom: LocalDate,
  madeBy: z.string(),
  madeAt: Instant,
  inForce: z.boolean(),
  /** What differs from the terms before: `serviceRatePpm: 150000 → 120000`. */
  changes: z.string(),
})

/** What is lent. */
export const products = api('products', {
  list: list('POST /product/page', {
    may: 'products',
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
      'createdAt',
    ],
    sort: ['rank', 'createdAt', 'apr'],
    search: ['id', 'name', 'app'],
    order: 'rank',
    created: 'createdAt',
  }),

  /** The sheet that new products are written into. */
  template: {
    ...read('GET /product/download/product/template', { may: 'products', input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /** Adds the products of a filled template: all of them, or none where one line is wrong. */
  add: {
    ...write('POST /product/add', {
      may: 'products.add',
      input: z.object({}),
      output: z.object({ added: z.array(Id('product')) }),
      faults: ['template_unknown', 'template_old', 'template_columns', 'template_empty', 'template_rows'],
      touches: ['merchants'],
    }),
    files: ['file'],
  },

  edit: change('POST /product/edit', {
    subject: product,
    may: 'products.edit',
    ask: { name: Name, app: Name, rank: Rank, icon: Icon.optional() },
  }),

  setState: change('PUT /product/edit/status', {
    subject: product,
    may: 'products.remove',
    ask: { state: productFlow.State },
    faults: ['product_without_terms'],
  }),

  /** The same terms under another name; not offered until somebody enables it. */
  copy: change('POST /product/copy', {
    subject: product,
    may: 'products.add',
    ask: { code: ProductCode, name: Name },
    faults: ['known_already'],
  }),

  quota: read('GET /product/get/quota', { ...parts, output: partOf(Levels) }),
  penalty: read('GET /product/get/penalty', { ...parts, output: partOf(PenaltyTerms) }),
  extension: read('GET /product/get/extend', { ...parts, output: partOf(ExtensionTerms) }),

  editQuota: change('POST /product/edit/quota', { ...editing, ask: { levels: Levels, ...effective } }),
  editPenalty: change('POST /product/edit/penalty', { ...editing, ask: { penalty: PenaltyTerms, ...effective } }),
  editExtension: change('POST /product/edit/extend', { ...editing, ask: { extension: ExtensionTerms, ...effective } }),

  /** Every change of the terms, newest first. */
  history: read('GET /product/history', { ...parts, output: z.object({ revisions: z.array(Revision) }) }),

  /** What a loan would cost on terms that need not be anybody's yet. */
  quote: read('POST /product/quote', {
    may: 'products',
    input: z.object({ level: Level, amountMinor: z.int().min(1), tenureDays: z.int().min(1) }),
    output: QuoteAnswer,
    faults: ['outside_level'],
  }),

  /** Nothing of a product is kept anywhere but in the database: says how many there are. */
  refresh: read('GET /product/redisRefresh', {
    may: 'products',
    input: z.object({}),
    output: z.object({ products: z.int() }),
  }),
})
