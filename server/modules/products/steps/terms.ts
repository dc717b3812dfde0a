import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { quote, roundApr } from '#contract/loans/quote.ts'
import type { TermsPart } from '#contract/products/calls.ts'
import type { Levels, ProductTerms } from '#contract/products/quota.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { productRows, productTermRows } from '#server/modules/products/store.ts'

type ProductId = IdOf<'product'>

/** The name a part's value has among a product's terms. */
const keys = { quota: 'levels', penalty: 'penalty', extension: 'extension' } as const
/** The value of a part. */
export type ValueOf<P extends TermsPart> = ProductTerms[(typeof keys)[P]]

/** The value of a part that is in force on a day, as an expression over a product's id. */
export const inForceSql = (part: TermsPart, day: LocalDate, column: 'value' | 'aprPpm' = 'value'): SQL =>
  sql`(select t.${sql.identifier(column === 'value' ? 'value' : 'apr_ppm')} from ${productTermRows} t
    where t.product_id = ${productRows.id} and t.part = ${part} and t.effective_from <= ${day} and t.state = 'passed'
    order by t.effective_from desc, t.id desc limit 1)`

/** Every version of a part that counts, the one in force first, then those that come later, and one that waits. */
export async function partOf<P extends TermsPart>(tx: Db, productId: ProductId, part: P, today: LocalDate) {
  const any = and(eq(productTermRows.productId, productId), eq(productTermRows.part, part))
  const mine = and(any, eq(productTermRows.state, 'passed'))
  const order = [desc(productTermRows.effectiveFrom), desc(productTermRows.id)]
  const past = and(mine, lte(productTermRows.effectiveFrom, today))
  const [now] = await tx
    .select()
    .from(productTermRows)
    .where(past)
    .orderBy(...order)
    .limit(1)
  const coming = await tx
    .select()
    .from(productTermRows)
    .where(and(mine, gt(productTermRows.effectiveFrom, today)))
    .orderBy(productTermRows.effectiveFrom, desc(productTermRows.id))
  const [waiting] = await tx
    .select()
    .from(productTermRows)
    .where(and(any, eq(productTermRows.state, 'pending')))
  // of two for one day the later one counts
  const later = coming.filter((one, i) => one.effectiveFrom !== coming[i - 1]?.effectiveFrom)
  return { inForce: now ?? null, later, waiting: waiting ?? null }
}

/** The terms of a product on a day; none where any part of them is missing. */
export async function termsInForce(tx: Db, productId: ProductId, day: LocalDate): Promise<ProductTerms | null> {
  const [quota, penalty, extension] = [
    (await partOf(tx, productId, 'quota', day)).inForce?.value,
    (await partOf(tx, productId, 'penalty', day)).inForce?.value,
    (await partOf(tx, productId, 'extension', day)).inForce?.value,
  ]
  // each was stored under its own part
  return quota && penalty && extension ? ({ levels: quota, penalty, extension } as ProductTerms) : null
}

/** What stands for a product's cost: the yearly cost of the largest loan of its first level over its first tenure. */
export function aprOf([level]: Levels): number | null {
  return level ? roundApr(quote(level.maxMinor, { ...level, tenureDays: level.tenureDays[0]! }).aprPpm) : null
}
