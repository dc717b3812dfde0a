import { and, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { type DisturbEntry, disturbEntry, doNotDisturb } from '#contract/do-not-disturb.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import { revealRight } from '#contract/kernel/personal-data.ts'
import { isMobileNumber, nationalNumber } from '#contract/kernel/phone-numbers.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { idsWithin } from '#server/kernel/listing/read-rows.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { phoneForms } from '#server/modules/customers/steps/customers.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { spendLookUp } from '#server/modules/find/steps.ts'
import { phoneMark } from './steps.ts'
import { disturbRows } from './store.ts'

type Wish = Omit<Parsed<typeof doNotDisturb.add>, 'kind' | 'value'>
type Whom = Pick<Parsed<typeof doNotDisturb.add>, 'kind' | 'value'>

interface Mark {
  readonly mark: string
  readonly tail: string | null
  readonly customerId: IdOf<'customer'> | null
}

const field = { field: 'value' }
const tailLength = 4
const phoneShape = /^\d{8,15}$/

/**
 * Whom an entry is about, as it is recognised. A customer is named only by whoever reaches them; a number is listed
 * whosever it is, so that it is one that customers may have: by any other nobody would be recognised.
 * @throws Refusal `unknown_customer`, `not_a_phone`.
 */
async function markOf({ kind, value }: Whom, { tx, app, actor }: Context): Promise<Mark> {
  if (kind === 'customer') {
    const id = value.toUpperCase() as IdOf<'customer'> // looked up here
    const access = { actor, scopes: actor.scopesOf(doNotDisturb.add.requires), app }
    const [known] = await idsWithin(tx, customerSource, [id], access)
    if (!known) throw new Refusal('unknown_customer', undefined, field)
    return { mark: id, tail: null, customerId: id }
  }
  const phone = normalizeSecret('phone', value.normalize('NFKC'))
  const { country } = app.clock
  const isOurs = isMobileNumber(nationalNumber(phone, country), country)
  if (!phoneShape.test(phone) || !isOurs) throw new Refusal('not_a_phone', undefined, field)
  const theirs = inArray(customerRows.phone, phoneForms(phone, country))
  const [owner] = await tx.select({ id: customerRows.id }).from(customerRows).where(theirs).limit(1)
  return { mark: phoneMark(phone, app), tail: phone.slice(-tailLength), customerId: owner?.id ?? null }
}

/** Condition: an entry has run out, or a wish says all that it does and more: to last longer, or to close everything. */
function isCovered({ scope, until }: Wish, today: LocalDate): SQL | undefined {
  const isSooner = until ? lt(disturbRows.until, until) : isNotNull(disturbRows.until)
  const isNoLater = until ? lte(disturbRows.until, until) : undefined
  const isNarrower = scope === 'everything' ? eq(disturbRows.scope, 'marketing') : sql`false`
  const isNoWider = scope === 'everything' ? undefined : eq(disturbRows.scope, scope)
  return or(lt(disturbRows.until, today), and(isNoWider, isSooner), and(isNarrower, isNoLater))
}

/**
 * Puts somebody on the list. What says less than what is asked now makes room for it. By a number it is a look-up for
 * whoever may not reveal one: whose it was shows where nobody is called any more.
 * @throws Refusal as above; `listed_already`, `until_in_past`, `look_ups_spent`.
 */
export async function addEntry(
  whom: Whom,
  wish: Wish,
  context: Context,
): Promise<{ readonly id: IdOf<'doNotDisturb'>; readonly shown: string }> {
  const { tx, now, today, actor } = context
  const { channel, scope, origin, until, remark } = wish
  if (until && until < today) throw new Refusal('until_in_past', { today }, { field: 'until' })
  if (whom.kind === 'phone' && !actor.may(revealRight)) await spendLookUp(context)
  const { mark, tail, customerId } = await markOf(whom, context)
  const ofMark = [eq(disturbRows.kind, whom.kind), eq(disturbRows.mark, mark), eq(disturbRows.channel, channel)]
  await tx
    .update(disturbRows)
    .set({ liftedAt: now, liftedBy: sql`case when ${disturbRows.until} < ${today} then null else ${actor.name} end` })
    .where(and(...ofMark, isNull(disturbRows.liftedAt), isCovered(wish, today)))
  const id = await newId(tx, disturbEntry.ids, today)
  const [added] = await tx
    .insert(disturbRows)
    .values({
      ...{ id, kind: whom.kind, mark, tail, customerId, channel, scope, origin, until: until ?? null, remark },
      ...{ addedBy: actor.name, addedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: disturbRows.id })
  if (!added) throw new Refusal('listed_already', undefined, field)
  return { id, shown: tail === null ? mark : `…${tail}` }
}

/** Lifts an entry. */
export async function liftEntry({ id }: DisturbEntry, { tx, now, actor }: Context): Promise<void> {
  await tx.update(disturbRows).set({ liftedAt: now, liftedBy: actor.name }).where(eq(disturbRows.id, id))
}
