import { and, desc, eq } from 'drizzle-orm'
import { maskedLastFour } from '#contract/kernel/mask.ts'
import type { Rate } from '#contract/kernel/values.ts'
import { identityValid } from '#contract/loans/identity-numbers.ts'
import { type ReadingField, readingFields } from '#contract/readings.ts'
import type { ComparedRow } from '#contract/reviews/detail.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import type { StoredCustomer } from '#server/modules/customers/store.ts'
import { aliveFace } from '#server/modules/machine-reviews/steps/face-reading.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { type Comparison, compareTexts, dateFirstByYear } from '#server/modules/readings/steps/compare.ts'
import { readingsOf } from '#server/modules/readings/steps/readings.ts'
import type { StoredReading } from '#server/modules/readings/store.ts'

/** One field as a machine has read it, or a bank has told. */
type FieldReading = Pick<StoredReading, 'field' | 'value' | 'blindIndex' | 'confidence' | 'from' | 'box'>

const agree: Comparison = { same: true, differs: { typed: [], read: [] } }
/** Below this, in ppm, a face is another's. */
const faceLeastPpm = 800_000

interface Typed {
  readonly text: string | null
  readonly blindIndex?: string | null
  readonly valid?: boolean
}

/** The postcode is compared by itself: people end their address with it, cards do not. */
const withoutPostcode = ({ address, postcode }: StoredCustomer): string | null =>
  address && postcode && address.endsWith(postcode) ? address.slice(0, -postcode.length).trim() : address

/** What the customer has typed, field by field. */
function typedOf(customer: StoredCustomer, { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>) {
  const number = (of: 'pan' | 'aadhaar', tail: string | null, blindIndex: string | null): Typed => {
    const sealed = customer[of]
    if (sealed === null) return { text: null, valid: false }
    return {
      text: maskedLastFour(of, tail ?? ''),
      blindIndex,
      valid: identityValid(of, secrets.decrypt(sealed), clock.country),
    }
  }
  const none: Typed = { text: null }
  return {
    name: { text: customer.name },
    fatherName: none,
    pan: number('pan', customer.panTail, customer.panIndex),
    aadhaar: number('aadhaar', customer.aadhaarTail, customer.aadhaarIndex),
    birthDate: { text: customer.birthDate },
    sex: { text: customer.sex },
    address: { text: withoutPostcode(customer) },
    postcode: { text: customer.postcode },
    accountHolder: { text: customer.name },
    face: none,
  } satisfies Record<ReadingField, Typed>
}

interface Likeness {
  /** From which likeness on, in ppm, a holder of an account is its customer. */
  readonly holderLeastPpm: number
}

/** Whether what was typed and what was read say the same. */
function compare(
  field: ReadingField,
  typed: Typed,
  read: FieldReading,
  { holderLeastPpm }: Likeness,
): Comparison | null {
  if (field === 'face') return { ...agree, same: read.confidence >= faceLeastPpm && read.value === aliveFace }
  if (typed.text === null) return null
  const compared = compareTexts(typed.text, read.value)
  if (field === 'accountHolder') return read.confidence >= holderLeastPpm ? agree : { ...compared, same: false }
  if (field === 'sex') return compareTexts(typed.text.slice(0, 1), read.value.slice(0, 1)).same ? agree : compared
  if (read.blindIndex && typed.blindIndex)
    return read.blindIndex === typed.blindIndex ? agree : { ...compared, same: false }
  return compared
}

const shown = (field: ReadingField, value: string): string => (field === 'birthDate' ? dateFirstByYear(value) : value)

/** One field: of several readings the one that differs, else the surest. */
function rowOf(field: ReadingField, typed: Typed, readings: readonly FieldReading[], likeness: Likeness): ComparedRow {
  const judged = readings
    .map((reading) => ({ ...reading, value: shown(field, reading.value) }))
    .map((reading) => ({ reading, told: compare(field, typed, reading, likeness) }))
    .toSorted(
      (a, b) =>
        Number(a.told?.same ?? true) - Number(b.told?.same ?? true) || b.reading.confidence - a.reading.confidence,
    )
  const [first] = judged
  return {
    field,
    typed: typed.text,
    read: first?.reading.value ?? null,
    same: first?.told?.same ?? null,
    differs: first?.told?.differs ?? agree.differs,
    valid: typed.valid ?? null,
    from: first?.reading.from ?? null,
    confidence: (first?.reading.confidence ?? null) as Rate | null, // kept in ppm
    box: first?.reading.box ?? null,
  }
}

/** The holder of the bound card, as the bank has told it. */
async function holderReading(tx: Db, { id }: StoredCustomer): Promise<FieldReading[]> {
  const bound = and(eq(cardRows.customerId, id), eq(cardRows.state, 'bound'))
  const [card] = await tx.select().from(cardRows).where(bound).orderBy(desc(cardRows.boundAt)).limit(1)
  if (!card) return []
  const { holder: value, similarityPpm: confidence } = card
  return [{ field: 'accountHolder', value, confidence, blindIndex: null, from: 'bank', box: null }]
}

/** Every field as it was typed beside as it was read. */
export async function comparedOf(tx: Db, customer: StoredCustomer, app: AppContext): Promise<ComparedRow[]> {
  const read = [...(await readingsOf(tx, customer.id)), ...(await holderReading(tx, customer))]
  const typed = typedOf(customer, app)
  const likeness = { holderLeastPpm: await parameter(tx, 'disburse.similarityPpm') }
  return readingFields.map((field) =>
    rowOf(
      field,
      typed[field],
      read.filter((reading) => reading.field === field),
      likeness,
    ),
  )
}
