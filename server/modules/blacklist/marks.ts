import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { type BlacklistKind, blacklist } from '#contract/blacklist.ts'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import { isMobileNumber, nationalNumber } from '#contract/kernel/phone-numbers.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { idsWithin } from '#server/kernel/listing/read-rows.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { phoneForms, toE164 } from '#server/modules/customers/steps/customers.ts'
import { customerRows, type StoredCustomer } from '#server/modules/customers/store.ts'
import type { blacklistRows } from './store.ts'

/** What recognising somebody takes: the clock for numbers of phones, and what makes blind indexes. */
export interface MarkContext {
  readonly tx: Db
  readonly app: Pick<AppContext, 'clock' | 'secrets'>
}

/** What an entry recognises somebody by, and whose it is. */
export interface BlacklistMark {
  readonly kind: BlacklistKind
  readonly mark: string
  readonly tail: string | null
  readonly customerIds: readonly IdOf<'customer'>[]
}

/** What may be seen of it: the id of a customer, else its end. */
export const shownMark = ({ mark, tail }: Pick<BlacklistMark, 'mark' | 'tail'>): string =>
  tail === null ? mark : `…${tail}`

const tailLength = 4
const phoneShape = /^\d{8,15}$/
const panShape = /^[A-Z\d]{8,20}$/

const customersWhere = ({ tx }: MarkContext, condition: SQL | undefined): Promise<StoredCustomer[]> =>
  tx.select().from(customerRows).where(condition)

/** The blind index of a phone, however it was written down. */
const phoneMark = (phone: string, { app: { clock, secrets } }: MarkContext): string =>
  secrets.blindIndex(toE164(phone, clock.country))
const deviceMark = (device: string, { app: { secrets } }: MarkContext): string => secrets.blindIndex(`device ${device}`)

/**
 * What is typed of a kind, as it is recognised. A customer is named only by whoever reaches them; a phone or a PAN is listed
 * whosever it is.
 * @throws Refusal `unknown_customer`, `not_a_phone`, `not_a_pan`.
 */
export async function markOf(
  kind: BlacklistKind,
  typed: string,
  context: MarkContext & Pick<Context, 'actor' | 'app'>,
): Promise<BlacklistMark> {
  const field = { field: 'value' }
  const idsWhere = async (condition: SQL) => (await customersWhere(context, condition)).map(({ id }) => id)
  if (kind === 'customer') {
    const id = typed.trim().toUpperCase() as IdOf<'customer'> // looked up here
    const { tx, actor, app } = context
    const access = { actor, scopes: actor.scopesOf(blacklist.add.requires), app }
    const customerIds = await idsWithin(tx, customerSource, [id], access)
    if (customerIds.length === 0) throw new Refusal('unknown_customer', undefined, field)
    return { kind, mark: id, tail: null, customerIds }
  }
  if (kind === 'device') {
    const device = typed.trim()
    return { kind, mark: deviceMark(device, context), tail: device.slice(-tailLength), customerIds: [] }
  }
  const value = normalizeSecret(kind, typed.normalize('NFKC'))
  const tail = value.slice(-tailLength)
  if (kind === 'phone') {
    const { country } = context.app.clock
    const isOurs = isMobileNumber(nationalNumber(value, country), country)
    if (!phoneShape.test(value) || !isOurs) throw new Refusal('not_a_phone', undefined, field)
    const theirs = inArray(customerRows.phone, phoneForms(value, country))
    return { kind, mark: phoneMark(value, context), tail, customerIds: await idsWhere(theirs) }
  }
  if (!panShape.test(value)) throw new Refusal('not_a_pan', undefined, field)
  const mark = context.app.secrets.blindIndex(value)
  return { kind, mark, tail, customerIds: await idsWhere(eq(customerRows.panIndex, mark)) }
}

/** What of an entry leads to customers. */
type KnownMark = Pick<typeof blacklistRows.$inferSelect, 'kind' | 'mark' | 'tail' | 'customerId'>

/**
 * The customers that an entry has flagged. Phones have no index of marks: of those that end as the entry does each is asked,
 * whoever had the number when it was listed.
 */
export async function customersFlaggedBy(
  { kind, mark, tail, customerId }: KnownMark,
  context: MarkContext,
): Promise<StoredCustomer[]> {
  const { id, phone, panIndex, blacklisted } = customerRows
  if (kind === 'pan') return customersWhere(context, eq(panIndex, mark))
  const named = customerId ? eq(id, customerId) : sql`false`
  if (kind !== 'phone') return customersWhere(context, named)
  const endsSo = and(
    eq(blacklisted, true),
    isNotNull(phone),
    tail ? eq(sql`right(${phone}, ${tailLength})`, tail) : undefined,
  )
  const found = await customersWhere(context, or(named, endsSo))
  return found.filter((one) => one.id === customerId || phoneMark(one.phone!, context) === mark) // all others have one
}

/** Everything a customer, and the device they apply from, is recognised by. */
export function marksOfCustomer(
  { id, phone, panIndex }: Pick<StoredCustomer, 'id' | 'phone' | 'panIndex'>,
  device: string | undefined,
  context: MarkContext,
): readonly (readonly [BlacklistKind, string])[] {
  return [
    ['customer', id],
    ...(phone ? [['phone', phoneMark(phone, context)] as const] : []),
    ...(panIndex ? [['pan', panIndex] as const] : []),
    ...(device ? [['device', deviceMark(device, context)] as const] : []),
  ]
}
