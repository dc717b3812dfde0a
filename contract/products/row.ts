import { z } from 'zod'
import { machine } from '../kernel/machine.ts'
import { subject } from '../kernel/subject.ts'
import { Id, Instant, LocalDate, Money, Rate, Ref, Version } from '../kernel/values.ts'

/** A product is offered, or it is not. What was lent on it goes on either way. */
export const productFlow = machine(
  'products.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/**
 * Four-eyes approval: a change of terms is decided once, by somebody else than who made it; they may withdraw it, which
 * rejects it.
 */
export const revisionFlow = machine(
  'products.revision',
  { pending: { pass: 'passed', reject: 'rejected', withdraw: 'rejected' }, passed: {}, rejected: {} },
  { pending: 'warn', passed: 'good', rejected: 'muted' },
)

/** How a product may be called: `IN-7`. */
export const ProductCode = z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,19}$/)

/** A product, with the terms that are in force today. Rates and tenures are those of its first level. */
export const Product = z.object({
  id: Id('product'),
  version: Version,
  state: productFlow.State,
  name: z.string(),
  app: z.string(),
  merchant: Ref('merchant').nullable(),
  /** From what the first level may borrow to what the last one may. None while nothing is lent on it. */
  minAmount: Money.nullable(),
  maxAmount: Money.nullable(),
  /** Days to choose from: `7, 14`. */
  tenures: z.string(),
  periods: z.int().nullable(),
  serviceRate: Rate.nullable(),
  dailyInterest: Rate.nullable(),
  /** Yearly cost of the largest loan of the first level over its first tenure. */
  apr: Rate.nullable(),
  /** What a day overdue costs, by days: `1–3 0.5 % · 4– 1 %`. */
  penalty: z.string(),
  extension: z.boolean(),
  /** Where it stands among the others. */
  rank: z.int(),
  icon: z.string().nullable(),
  /** When terms that were changed already come into force. */
  changesOn: LocalDate.nullable(),
  /** How many changes of its terms wait for a second person. */
  waiting: z.int(),
  createdAt: Instant,
})
export type Product = z.output<typeof Product>
export const product = subject('products', Product, { opens: '/product' })
