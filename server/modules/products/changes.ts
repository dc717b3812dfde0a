import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { TermsPart } from '#contract/products/calls.ts'
import type { Product } from '#contract/products/row.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { addTerms, type Decision, touchProduct } from './steps/products.ts'
import { partOf, type ValueOf } from './steps/terms.ts'
import { productTermRows } from './store.ts'

/** What the caller decides on terms from a day on: it waits for a second person where the business wants one. */
export async function decisionFrom(effectiveFrom: LocalDate, { tx, actor, now }: Context): Promise<Decision> {
  const state = (await parameter(tx, 'products.fourEyes')) ? ('pending' as const) : ('passed' as const)
  return { effectiveFrom, makerId: actor.id, madeBy: actor.name, madeAt: now, state }
}

/** A value as it comes back once it is stored. */
const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const isPendingOf = (productId: IdOf<'product'>) =>
  and(eq(productTermRows.productId, productId), eq(productTermRows.state, 'pending'))

/**
 * Has a part of a product's terms changed from a day on. A part has one change at a time that waits.
 * @throws Refusal `effective_in_past`, `change_waits`, `nothing_changed`.
 */
export async function requestChange<P extends TermsPart>(
  part: P,
  value: ValueOf<P>,
  effectiveFrom: LocalDate,
  call: Call<never, { readonly id: IdOf<'product'> }>,
): Promise<void> {
  const { tx, row, today } = call
  if (effectiveFrom < today) throw new Refusal('effective_in_past', { today }, { field: 'effectiveFrom' })
  const [open] = await tx
    .select({ by: productTermRows.madeBy })
    .from(productTermRows)
    .where(and(isPendingOf(row.id), eq(productTermRows.part, part)))
  if (open) throw new Refusal('change_waits', { by: open.by })
  const { inForce } = await partOf(tx, row.id, part, effectiveFrom)
  if (inForce && isDeepStrictEqual(asStored(value), inForce.value)) throw new Refusal('nothing_changed')
  await addTerms(tx, row.id, { part, value }, await decisionFrom(effectiveFrom, call))
}

type ProductCall = Call<never, Product>

/** The changes of a product that wait, locked. The product's own row is already. */
const pendingChanges = ({ tx, row }: ProductCall) => tx.select().from(productTermRows).where(isPendingOf(row.id))

async function decide(call: ProductCall, decided: Partial<typeof productTermRows.$inferInsert>): Promise<void> {
  const { tx, row, actor, now } = call
  await tx
    .update(productTermRows)
    .set({
      ...decided,
      checkedBy: actor.name,
      decidedAt: now,
      // nothing counts for a day on which nobody had agreed to it
      effectiveFrom: sql`greatest(${productTermRows.effectiveFrom}, ${call.today}::date)`,
    })
    .where(isPendingOf(row.id))
  await touchProduct(tx, row.id)
}

/** Nobody decides on what they have changed themselves. */
async function mustBeAnothers(call: ProductCall): Promise<void> {
  const changes = await pendingChanges(call)
  if (changes.some(({ makerId }) => makerId === call.actor.id)) throw new Refusal('own_request')
}

/** Lets the changes that wait count. */
export async function pass(note: string | undefined, call: ProductCall): Promise<void> {
  await mustBeAnothers(call)
  await decide(call, { state: 'passed', note: note || null })
}

/** Refuses the changes that wait, for a reason. */
export async function reject(note: string, call: ProductCall): Promise<void> {
  await mustBeAnothers(call)
  await decide(call, { state: 'rejected', note })
}

/** Takes one's own changes back. */
export async function withdraw(call: ProductCall): Promise<void> {
  const changes = await pendingChanges(call)
  if (changes.some(({ makerId }) => makerId !== call.actor.id)) throw new Refusal('not_own_request')
  await decide(call, { state: 'rejected', note: 'withdrawnByMaker' })
}
