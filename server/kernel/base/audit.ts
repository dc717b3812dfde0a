import { type Column, eq, getTableColumns, isNotNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { personalFields } from '#contract/kernel/personal-data.ts'
import { prepared, type ValueOf } from './client/prepared-query.ts'
import type { Db } from './database.ts'
import { cipherOf, newKey, type Secrets } from './secrets.ts'
import { auditRows, customerKeyRows } from './tables.ts'

export type AuditEntry = typeof auditRows.$inferInsert
type Values = Readonly<Record<string, unknown>>

/** A personal value as the log keeps it: encrypted under its customer's key; empty where that was destroyed already. */
interface SealedValue {
  readonly sealed: string
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const isSealed = (value: unknown): value is SealedValue =>
  isValues(value) && typeof value.sealed === 'string' && Object.keys(value).length === 1
const isTold = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

const sides = ['before', 'after', 'input'] as const

/** Ids of customers, as they are made: what a request is about may be one. */
const customerIdShape = '^CU[0-9]{6}'
const asCustomer = (id: unknown): string | undefined =>
  typeof id === 'string' && new RegExp(customerIdShape).test(id) ? id : undefined

/**
 * Whom an entry is about: the customer themselves, the one that its row names, or whom a request is about;
 * `customerOfEntry` is the same in SQL.
 */
function customerOf({ noun, objectId, after, before, input }: AuditEntry): string | null {
  if (noun === 'customers') return objectId ?? null
  const told = [after, before, input].map((side) => (isValues(side) ? side : {}))
  const named = told.map((side) => side.customerId).find((id) => typeof id === 'string')
  return (named as string | undefined) ?? told.map((side) => asCustomer(side.objectId)).find(Boolean) ?? null // asked just now
}

const objectIn = (side: Column): SQL =>
  sql`case when ${side} ->> 'objectId' ~ ${customerIdShape} then ${side} ->> 'objectId' end`
const { after, before, input } = auditRows

/** Whom an entry of the log is about, in SQL. */
export const customerOfEntry: SQL = sql`case when ${auditRows.noun} = 'customers' then ${auditRows.objectId}
  else coalesce(${after} ->> 'customerId', ${before} ->> 'customerId', ${input} ->> 'customerId',
    ${objectIn(after)}, ${objectIn(before)}, ${objectIn(input)}) end`

const hasPersonal = (side: unknown): side is Values =>
  isValues(side) && Object.entries(side).some(([name, value]) => personalFields.has(name) && isTold(value))

/** The key of a customer, made where they have none yet; null once it was destroyed. */
async function keyFor(tx: Db, customerId: string, { open, seal }: Secrets, at: Date): Promise<Buffer | null> {
  const made = { customerId, key: seal(newKey()).toString('base64url'), createdAt: at }
  await tx.insert(customerKeyRows).values(made).onConflictDoNothing()
  const [kept] = await tx
    .select({ key: customerKeyRows.key })
    .from(customerKeyRows)
    .where(eq(customerKeyRows.customerId, customerId))
  return kept?.key ? open(Buffer.from(kept.key, 'base64url')) : null
}

/** Seals personal values under a key. A value that stands on both sides is sealed once: that it is the same can be seen. */
function sealer(key: Buffer | null): (side: unknown) => unknown {
  const cipher = key && cipherOf(key)
  const known = new Map<string, SealedValue>()
  const sealedValue = (value: unknown): SealedValue => {
    const text = JSON.stringify(value)
    const sealed = known.get(text) ?? { sealed: cipher ? cipher.seal(Buffer.from(text)).toString('base64url') : '' }
    known.set(text, sealed)
    return sealed
  }
  return (side) =>
    isValues(side)
      ? Object.fromEntries(
          Object.entries(side).map(([name, value]) => [
            name,
            personalFields.has(name) && isTold(value) ? sealedValue(value) : value,
          ]),
        )
      : side
}

/** What the app told of somebody whom we do not know: there is no key for it, so it is not kept. */
const withoutPayload = (side: unknown): unknown =>
  isValues(side) && 'payload' in side ? redacted(side, ['payload']) : side

/** An entry as it is kept: personal values about a customer encrypted under the customer's own key. */
async function sealPersonal(tx: Db, entry: AuditEntry, secrets: Secrets | undefined): Promise<AuditEntry> {
  if (!sides.some((side) => hasPersonal(entry[side]))) return entry
  const customerId = customerOf(entry)
  if (!customerId && entry.noun !== 'customers') return entry // about staff, a merchant, a payment that nobody was found for
  if (customerId && !secrets)
    throw new Error(`${entry.command} is recorded without what personal values are sealed with`)
  const sealed = customerId
    ? sealer(await keyFor(tx, customerId, secrets!, entry.at)) // asked just now
    : withoutPayload
  return { ...entry, ...Object.fromEntries(sides.map((side) => [side, sealed(entry[side])])) }
}

/** What an entry says; what it leaves out is null. Its number is the database's. */
const { id: _, ...entryColumns } = getTableColumns(auditRows)
const entryNames = Object.keys(entryColumns) as (keyof AuditEntry)[] // as the table is declared
const insertEntry = prepared((db, value: ValueOf<AuditEntry>) =>
  db
    .insert(auditRows)
    .values(Object.fromEntries(entryNames.map((name) => [name, value(name)])) as Record<keyof AuditEntry, Placeholder>),
)

/**
 * Writes an audit entry, in the transaction of what it tells of. Personal values about a customer are encrypted under the
 * customer's own key, for which it takes the secrets.
 */
export async function record(tx: Db, entry: AuditEntry, secrets?: Secrets): Promise<void> {
  await insertEntry(tx, await sealPersonal(tx, entry, secrets))
}

/** Writes several audit entries, as `record` does one. */
export async function recordEach(tx: Db, entries: readonly AuditEntry[], secrets?: Secrets): Promise<void> {
  const kept: AuditEntry[] = []
  for (const entry of entries) kept.push(await sealPersonal(tx, entry, secrets))
  if (kept.length > 0) await tx.insert(auditRows).values(kept)
}

/** Erases a customer from the log: without their key nobody reads its personal values again, and its chain still holds. */
export async function destroyCustomerKey(tx: Db, customerId: string, at: Date): Promise<void> {
  const destroyed = { key: null, destroyedAt: at }
  await tx
    .insert(customerKeyRows)
    .values({ customerId, createdAt: at, ...destroyed })
    .onConflictDoUpdate({
      target: customerKeyRows.customerId,
      set: destroyed,
      setWhere: isNotNull(customerKeyRows.key),
    })
}

/**
 * One side of an entry in clear, by the customer's key as it is stored. What cannot be read any more is `erased`, as far as
 * it differed beside what it was.
 */
export function openPersonal(
  side: unknown,
  storedKey: unknown,
  { secrets, erased }: { readonly secrets: Pick<Secrets, 'open'> | undefined; readonly erased: string },
): unknown {
  if (!isValues(side) || !Object.values(side).some(isSealed)) return side
  const key = secrets && typeof storedKey === 'string' ? secrets.open(Buffer.from(storedKey, 'base64url')) : null
  const cipher = key && cipherOf(key)
  const opened = (value: unknown): unknown => {
    if (!isSealed(value)) return value
    if (!cipher || value.sealed === '') return { name: erased, of: value.sealed }
    return JSON.parse(cipher.open(Buffer.from(value.sealed, 'base64url')).toString('utf8'))
  }
  return Object.fromEntries(Object.entries(side).map(([name, value]) => [name, opened(value)]))
}

/** Redacts: `values` without what its endpoint calls secret: passwords, one-time codes, tokens. */
export const redacted = (values: Record<string, unknown>, secrets: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.includes(name) ? '•••' : value]))
