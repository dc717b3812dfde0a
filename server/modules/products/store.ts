import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/kernel/values.ts'
import type { TermsPart } from '#contract/products/calls.ts'
import type { ProductTerms } from '#contract/products/quota.ts'
import { revisionFlow } from '#contract/products/row.ts'
import { changeable, day, idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `products`: what is lent. What it costs is kept by itself, since it changes from a day on. */
export const productRows = pgTable('products', {
  id: idColumn('product').primaryKey(),
  ...changeable(),
  name: text('name').notNull(),
  departmentId: idColumn('unit', 'department_id').notNull(),
  merchantId: idColumn('merchant', 'merchant_id'),
  app: text('app').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  state: text('state', { enum: ['enabled', 'disabled'] }).notNull(),
  rank: integer('rank').notNull().default(0),
  icon: text('icon'),
  createdAt: instant('created_at').notNull(),
})

/** Table `product_terms`: every version of every part of a product's terms. In force is the last one passed whose day has come. */
export const productTermRows = pgTable(
  'product_terms',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    productId: idColumn('product', 'product_id').notNull(),
    part: text('part').$type<TermsPart>().notNull(),
    /** `levels`, `penalty` or `extension`, as the contract has them. */
    value: jsonb('value').$type<ProductTerms['levels' | 'penalty' | 'extension']>().notNull(),
    /** Of levels: the yearly cost that stands for the product. */
    aprPpm: bigint('apr_ppm', { mode: 'number' }),
    effectiveFrom: day('effective_from').notNull(),
    state: text('state', { enum: revisionFlow.states }).notNull(),
    /** Nobody where it was not made in the console. */
    makerId: idColumn('staff', 'maker_id'),
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    checkedBy: text('checked_by'),
    decidedAt: instant('decided_at'),
    note: text('note'),
  },
  (table) => [
    index('product_terms_in_force').on(table.productId, table.part, table.effectiveFrom.desc(), table.id.desc()),
    uniqueIndex('product_terms_waiting').on(table.productId, table.part).where(sql`state = 'pending'`),
  ],
)
/** One version of one part of a product’s terms, as it is stored. */
export type StoredTerms = typeof productTermRows.$inferSelect
