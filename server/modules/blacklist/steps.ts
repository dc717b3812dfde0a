import { and, eq, ne, or } from 'drizzle-orm'
import { type BlacklistEntry, blacklistEntry } from '#contract/blacklist.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { flagAsBlacklisted } from '#server/modules/customers/steps/customers.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { type BlacklistMark, type MarkContext, marksOfCustomer } from './marks.ts'
import { blacklistRows } from './store.ts'

type EntryContext = Pick<Context, 'tx' | 'now' | 'today'> & { readonly actor: Pick<Context['actor'], 'name'> }

/** Why somebody is listed, and who says so. */
interface Listing {
  readonly source: BlacklistEntry['source']
  readonly reason: string
}

/**
 * Lists what somebody is recognised by, and flags whose it is. Who is listed already stays so.
 * @returns the entry; none where there was one.
 */
export async function listMark(
  { kind, mark, tail, customerIds }: BlacklistMark,
  { source, reason }: Listing,
  { tx, now, today, actor }: EntryContext,
): Promise<IdOf<'blacklistEntry'> | null> {
  const id = await newId(tx, blacklistEntry.ids, today)
  const [added] = await tx
    .insert(blacklistRows)
    .values({
      ...{ id, state: 'listed', kind, mark, tail, customerId: customerIds[0] ?? null, source, reason },
      ...{ addedBy: actor.name, addedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: blacklistRows.id })
  await flagAsBlacklisted(tx, customerIds, { blacklisted: true, now })
  return added?.id ?? null
}

/** Lists a customer. */
export const listCustomer = (id: IdOf<'customer'>, listing: Listing, context: EntryContext) =>
  listMark({ kind: 'customer', mark: id, tail: null, customerIds: [id] }, listing, context)

/** Whether an entry recognises a customer, or the device they apply from. */
export async function isListed(
  customer: Pick<StoredCustomer, 'id' | 'phone' | 'panIndex'>,
  device: string | undefined,
  context: MarkContext,
): Promise<boolean> {
  const marks = marksOfCustomer(customer, device, context).map(([kind, mark]) =>
    and(eq(blacklistRows.kind, kind), eq(blacklistRows.mark, mark)),
  )
  const [listed] = await context.tx
    .select({ id: blacklistRows.id })
    .from(blacklistRows)
    .where(and(eq(blacklistRows.state, 'listed'), or(...marks)))
    .limit(1)
  return listed !== undefined
}

/** Flags a customer whose phone or PAN was listed before it was theirs: what reads the flag alone knows it too. */
export async function flagIfListed(
  customer: Parameters<typeof isListed>[0],
  context: MarkContext & Pick<Context, 'now'>,
): Promise<void> {
  if (!(await isListed(customer, undefined, context))) return
  await flagAsBlacklisted(context.tx, [customer.id], { blacklisted: true, now: context.now })
}

/** Erases whose a phone, PAN or device was that is listed: it stays listed, and leads to nobody. */
export async function eraseOwner(tx: Context['tx'], customerId: IdOf<'customer'>): Promise<void> {
  const theirs = and(eq(blacklistRows.customerId, customerId), ne(blacklistRows.kind, 'customer'))
  await tx.update(blacklistRows).set({ customerId: null, tail: '' }).where(theirs)
}
