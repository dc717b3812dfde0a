import { eq } from 'drizzle-orm'
import type { BlacklistEntry, NewBlacklistEntry } from '#contract/blacklist.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { flagAsBlacklisted } from '#server/modules/customers/steps/customers.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { customersFlaggedBy, markOf, shownMark } from './marks.ts'
import { isListed, listMark } from './steps.ts'
import { blacklistRows } from './store.ts'

/**
 * The blacklist changes only as what a second person has released.
 * @returns whether one has, or it is being filed for one to do so, or it takes one person alone.
 * @throws Refusal `second_person_needed`.
 */
export async function mustBeReleased({
  tx,
  mustBeReleased: released,
}: Pick<Context, 'tx' | 'mustBeReleased'>): Promise<'alone' | 'filed' | 'released'> {
  if (!(await parameter(tx, 'blacklist.fourEyes'))) return 'alone'
  return released() === null ? 'filed' : 'released'
}

/**
 * Lists what was typed; `shown` is what may be seen of it.
 * @throws Refusal `unknown_customer`, `not_a_phone`, `not_a_pan`, `listed_already`.
 */
export async function addEntry(
  { kind, value, reason }: NewBlacklistEntry,
  source: BlacklistEntry['source'],
  context: Context,
): Promise<{ readonly id: IdOf<'blacklistEntry'>; readonly shown: string; readonly customerId: string | null }> {
  const mark = await markOf(kind, value, context)
  const id = await listMark(mark, { source, reason }, context)
  if (!id) throw new Refusal('listed_already', undefined, { field: 'value' })
  return { id, shown: shownMark(mark), customerId: mark.customerIds[0] ?? null }
}

type StoredEntry = typeof blacklistRows.$inferSelect

/** Customers whom nothing lists any longer once an entry is removed. */
async function customersFreedBy(entry: StoredEntry, context: Context): Promise<IdOf<'customer'>[]> {
  const freed: IdOf<'customer'>[] = []
  for (const customer of await customersFlaggedBy(entry, context)) {
    if (!(await isListed(customer, undefined, context))) freed.push(customer.id)
  }
  return freed
}

/** Takes an entry off the blacklist; customers whom nothing else lists may borrow again. */
export async function removeEntry(removal: string, call: Call<never, BlacklistEntry>): Promise<void> {
  const { tx, row, actor, now } = call
  await mustBeReleased(call)
  const [entry] = await tx
    .update(blacklistRows)
    .set({ state: 'removed', removal, removedBy: actor.name, removedAt: now })
    .where(eq(blacklistRows.id, row.id))
    .returning()
  await flagAsBlacklisted(tx, await customersFreedBy(entry!, call), { blacklisted: false, now }) // the row is locked
}
