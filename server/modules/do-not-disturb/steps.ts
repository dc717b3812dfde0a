import { and, type Column, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DisturbChannel } from '#contract/do-not-disturb.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import type { MessagePurpose } from '#contract/message-occasions.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { toE164 } from '#server/modules/customers/steps/customers.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { disturbRows } from './store.ts'

/** The blind index of a phone, however it was written down. */
export const phoneMark = (phone: string, { clock, secrets }: Pick<AppContext, 'clock' | 'secrets'>): string =>
  secrets.blindIndex(toE164(phone, clock.country))

/** Channels by which a customer is not contacted on a day, for a purpose; `all` for every one. */
export async function closedChannels(
  tx: Db,
  { id, phone }: Pick<StoredCustomer, 'id' | 'phone'>,
  { purpose, day }: { readonly purpose: MessagePurpose; readonly day: LocalDate },
  app: Pick<AppContext, 'clock' | 'secrets'>,
): Promise<ReadonlySet<DisturbChannel>> {
  const theirs = or(
    and(eq(disturbRows.kind, 'customer'), eq(disturbRows.mark, id)),
    phone ? and(eq(disturbRows.kind, 'phone'), eq(disturbRows.mark, phoneMark(phone, app))) : undefined,
  )
  const scopes = purpose === 'marketing' ? (['marketing', 'everything'] as const) : (['everything'] as const)
  const inForce = and(isNull(disturbRows.liftedAt), or(isNull(disturbRows.until), gte(disturbRows.until, day)))
  const rows = await tx
    .select({ channel: disturbRows.channel })
    .from(disturbRows)
    .where(and(theirs, inForce, inArray(disturbRows.scope, [...scopes])))
  return new Set(rows.map(({ channel }) => channel))
}

/** Nobody who wants no calls at all is called, about whatever it is. @throws Refusal `do_not_disturb`. */
export async function mustBeCallable(
  tx: Db,
  customer: Pick<StoredCustomer, 'id' | 'phone'>,
  day: LocalDate,
  app: Pick<AppContext, 'clock' | 'secrets'>,
): Promise<void> {
  const closed = await closedChannels(tx, customer, { purpose: 'service', day }, app)
  if (closed.has('all') || closed.has('call')) throw new Refusal('do_not_disturb')
}

/** Erases whose a phone was that nobody writes to, and what was remarked: it stays listed, and leads to nobody. */
export async function eraseDisturbOwner(tx: Db, customerId: StoredCustomer['id']): Promise<void> {
  const theirs = eq(disturbRows.customerId, customerId)
  await tx.update(disturbRows).set({ remark: '' }).where(theirs)
  const phones = and(theirs, eq(disturbRows.kind, 'phone'))
  await tx.update(disturbRows).set({ customerId: null, tail: '' }).where(phones)
}

/** SQL condition: a customer is not called about a debt on a day. A phone that is listed with nobody's name is known when it is dialled. */
export const isNotCalled = (customerId: Column, day: LocalDate): SQL =>
  sql`exists (select from ${disturbRows} d where d.customer_id = ${customerId} and d.lifted_at is null
    and (d.until is null or d.until >= ${day}::date) and d.scope = 'everything' and d.channel in ('all', 'call'))`
