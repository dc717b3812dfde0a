import { eq, sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { TermsPart } from '#contract/products/calls.ts'
import type { ProductTerms } from '#contract/products/quota.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { productRows, productTermRows } from '#server/modules/products/store.ts'
import { aprOf, type ValueOf } from './terms.ts'

type ProductId = IdOf<'product'>

/** From when terms count, who decided so, and whether somebody else has to agree first. */
export interface Decision {
  readonly effectiveFrom: LocalDate
  readonly makerId: IdOf<'staff'> | null
  readonly madeBy: string
  readonly madeAt: Date
  readonly state: 'pending' | 'passed'
}

/** Counts a product's version up. */
export const touchProduct = (tx: Db, id: ProductId) =>
  tx
    .update(productRows)
    .set({ name: sql`${productRows.name}` })
    .where(eq(productRows.id, id))

/** Adds a version of one part of a product's terms, and counts the product's version up. */
export async function addTerms<P extends TermsPart>(
  tx: Db,
  productId: ProductId,
  { part, value }: { readonly part: P; readonly value: ValueOf<P> },
  decision: Decision,
): Promise<void> {
  // which value belongs to which part, the caller's types say
  const aprPpm = part === 'quota' ? aprOf(value as ProductTerms['levels']) : null
  await tx.insert(productTermRows).values({ productId, part, value, aprPpm, ...decision })
  await touchProduct(tx, productId)
}

/** Adds a product, unless one of that id is there. Says whether it was added. */
export async function addProduct(
  tx: Db,
  product: typeof productRows.$inferInsert,
  terms: ProductTerms | null,
  decided: Pick<Decision, 'effectiveFrom'> & Partial<Decision>,
): Promise<boolean> {
  const added = await tx.insert(productRows).values(product).onConflictDoNothing().returning({ id: productRows.id })
  if (added.length === 0) return false
  const { changedBy, createdAt } = product
  const decision = { makerId: null, madeBy: changedBy ?? '–', madeAt: createdAt, state: 'passed' as const, ...decided }
  if (terms) {
    await addTerms(tx, product.id, { part: 'quota', value: terms.levels }, decision)
    await addTerms(tx, product.id, { part: 'penalty', value: terms.penalty }, decision)
    await addTerms(tx, product.id, { part: 'extension', value: terms.extension }, decision)
  }
  return true
}

/** Says which business a product belongs to. */
export async function bindProduct(tx: Db, id: ProductId, merchantId: IdOf<'merchant'>): Promise<void> {
  await tx.update(productRows).set({ merchantId }).where(eq(productRows.id, id))
}
