import { and, eq, inArray } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { lastFourOf, mask, normalizeSecret } from '#contract/kernel/mask.ts'
import type { IdOf, Rate } from '#contract/kernel/values.ts'
import { type Box, type Reading, type ReadingField, readingFields } from '#contract/readings.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { documentReadingRows, type StoredReading } from '../store.ts'
import { isEdited } from './edited-flag.ts'

type CustomerId = IdOf<'customer'>

/** A value as a machine has just read it, in full. */
export interface NewReading {
  readonly field: ReadingField
  readonly value: string
  /** In millionths. */
  readonly confidence: number
  readonly from: Reading['from']
  readonly box: Box | null
}

/** Numbers that are kept as customers' own are: encrypted, with their end and a blind index. */
const isNumber = (field: ReadingField): field is 'pan' | 'aadhaar' => field === 'pan' || field === 'aadhaar'

const sealedParts = ({ field, value }: NewReading, secrets: Secrets) =>
  isNumber(field)
    ? {
        value: mask(field, value),
        sealed: secrets.encrypt(value),
        tail: lastFourOf(value),
        blindIndex: secrets.blindIndex(normalizeSecret(field, value)),
      }
    : { value, sealed: null, tail: null, blindIndex: null }

/** Writes down what was read of somebody; what was read from the same pictures before is forgotten. */
export async function replaceReadings(
  tx: Db,
  customerId: CustomerId,
  read: readonly NewReading[],
  { now, secrets }: { readonly now: Date; readonly secrets: Secrets },
): Promise<void> {
  const sources = [...new Set(read.map(({ from }) => from))]
  if (sources.length === 0) return
  const { customerId: of, from } = documentReadingRows
  await tx.delete(documentReadingRows).where(and(eq(of, customerId), inArray(from, sources)))
  const rows = read.map((one) => ({
    ...{ id: `${customerId}-${one.from}-${one.field}` as StoredReading['id'], customerId, field: one.field }, // one of each
    ...{ ...sealedParts(one, secrets), confidence: one.confidence, from: one.from, box: one.box, readAt: now },
  }))
  await tx.insert(documentReadingRows).values(rows)
}

/** What was read of somebody, in the order of the fields. */
export async function readingsOf(tx: Db, customerId: CustomerId): Promise<StoredReading[]> {
  const rows = await tx.select().from(documentReadingRows).where(eq(documentReadingRows.customerId, customerId))
  const place = ({ field, from }: StoredReading) => `${readingFields.indexOf(field)} ${from}`
  return rows.toSorted((a, b) => place(a).localeCompare(place(b)))
}

/** A reading as staff see it: numbers of papers masked, beside whether the customer has typed otherwise. */
export function toReading(reading: StoredReading, customer: StoredCustomer): Reading {
  const { field, value, confidence, from, box, readAt } = reading
  const rate = confidence as Rate // kept in millionths
  return { field, value, confidence: rate, from, box, readAt: toInstant(readAt), edited: isEdited(reading, customer) }
}

/** Forgets what was read from a picture that another one has replaced. */
export const forgetReadings = (tx: Db, customerId: CustomerId, from: Reading['from']) =>
  tx
    .delete(documentReadingRows)
    .where(and(eq(documentReadingRows.customerId, customerId), eq(documentReadingRows.from, from)))

/** Erases everything that was read of somebody. */
export const eraseReadings = (tx: Db, customerId: CustomerId) =>
  tx.delete(documentReadingRows).where(eq(documentReadingRows.customerId, customerId))
