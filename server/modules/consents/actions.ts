import { and, eq } from 'drizzle-orm'
import { type Consent, type ConsentReport, type consents, consent as subject } from '#contract/consents.ts'
import type { Customer } from '#contract/customers.ts'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { mustNotBeErased } from '#server/modules/customers/steps/erase.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { consentRows, type StoredConsent } from './store.ts'

type ConsentContext = Pick<Context, 'tx' | 'now' | 'today' | 'app'>
type Agreement = Pick<
  StoredConsent,
  'customerId' | 'document' | 'documentVersion' | 'channel' | 'reason' | 'recordedBy'
>
type Ending = Partial<Pick<StoredConsent, 'givenAt' | 'endedAt' | 'withdrawnBy'>> & Pick<StoredConsent, 'state'>

/** What a customer has said of a document so far, while nobody else writes down what they say. @throws Refusal `unknown_customer`, `customer_erased`. */
async function lockConsents(
  { customerId, document }: Pick<Agreement, 'customerId' | 'document'>,
  tx: ConsentContext['tx'],
) {
  const [known] = await tx
    .select({ state: customerRows.state })
    .from(customerRows)
    .where(eq(customerRows.id, customerId))
    .for('update')
  if (!known) throw new Refusal('unknown_customer')
  mustNotBeErased(known)
  const theirs = and(eq(consentRows.customerId, customerId), eq(consentRows.document, document))
  // staff withdraw one without the customer's row: what they have just said counts
  return tx.select().from(consentRows).where(theirs).for('update')
}

async function add(agreement: Agreement, ending: Ending, { tx, now, today }: ConsentContext) {
  const id = await newId(tx, subject.ids, today)
  await tx.insert(consentRows).values({ id, ...agreement, ...ending, recordedAt: now })
  return id
}

/** When a customer last said something of a document that stands against an agreement of before. */
const supersededAt = (rows: readonly StoredConsent[], at: Date): Date | undefined =>
  rows
    .flatMap(
      ({ state, givenAt, endedAt }) => (state === 'withdrawn' ? endedAt : state === 'given' ? givenAt : null) ?? [],
    )
    .find((since) => since > at)

/** Keeps that a customer agreed at a moment. What they have said since stands; the agreement before it is replaced. */
async function give(agreement: Agreement, at: Date, rows: readonly StoredConsent[], context: ConsentContext) {
  const { documentVersion } = agreement
  const same = rows.find((one) => one.givenAt?.getTime() === at.getTime() && one.documentVersion === documentVersion)
  if (same) return same.id
  const since = supersededAt(rows, at)
  if (since) return add(agreement, { state: 'replaced', givenAt: at, endedAt: since }, context)
  const inForce = rows.find(({ state }) => state === 'given')
  if (inForce) {
    const replaced = { state: 'replaced' as const, endedAt: at }
    await context.tx.update(consentRows).set(replaced).where(eq(consentRows.id, inForce.id))
  }
  return add(agreement, { state: 'given', givenAt: at }, context)
}

/** Keeps that a customer withdrew at a moment, also what was never recorded. What they have agreed to since stands. */
async function withdrawAt(agreement: Agreement, at: Date, rows: readonly StoredConsent[], context: ConsentContext) {
  const withdrawn = { state: 'withdrawn' as const, endedAt: at, withdrawnBy: agreement.channel }
  const inForce = rows.find(({ state }) => state === 'given')
  if (!inForce) {
    // withdrawn again, it stands against what they may have agreed to between, which is still to be told
    const known = rows.find(({ state, endedAt }) => state === 'withdrawn' && endedAt! >= at) // one that ended
    return known?.id ?? add(agreement, withdrawn, context)
  }
  if (inForce.givenAt! <= at) await context.tx.update(consentRows).set(withdrawn).where(eq(consentRows.id, inForce.id)) // given, so it has one
  return inForce.id
}

/** Takes in what the app reports. @throws Refusal `unknown_customer`, `customer_erased`. */
export async function takeReport(
  { event, at: told, ...about }: ConsentReport,
  context: ConsentContext,
): Promise<IdOf<'consent'>> {
  const rows = await lockConsents(about, context.tx)
  const { now } = context
  const at = new Date(told) < now ? new Date(told) : now // a phone's clock may be wrong, and nothing is agreed to in the future
  const agreement = { ...about, channel: 'app' as const, reason: null, recordedBy: null }
  return event === 'given' ? give(agreement, at, rows, context) : withdrawAt(agreement, at, rows, context)
}

type Recorded = Omit<Parsed<typeof consents.record>, 'id' | 'version'>

/** Records what a customer has agreed to elsewhere. @throws Refusal `day_to_come`, `consented_since`. */
export async function recordConsent({ givenOn, ...said }: Recorded, call: Call<never, Customer>): Promise<void> {
  const { row, now, today, actor, app, tx } = call
  if (givenOn && givenOn > today) throw new Refusal('day_to_come', undefined, { field: 'givenOn' })
  const at = givenOn && givenOn < today ? new Date(startOfDay(givenOn, app.clock.country)) : now
  const rows = await lockConsents({ customerId: row.id, document: said.document }, tx)
  if (supersededAt(rows, at)) throw new Refusal('consented_since', undefined, { field: 'givenOn' })
  await give({ ...said, customerId: row.id, recordedBy: actor.name }, at, rows, call)
}

/** Records that a customer has withdrawn a consent. */
export async function withdrawConsent(
  { channel, reason }: Pick<Parsed<typeof consents.withdraw>, 'channel' | 'reason'>,
  { row, tx, now, actor }: Call<never, Consent>,
): Promise<void> {
  const withdrawn = { state: 'withdrawn' as const, endedAt: now, withdrawnBy: channel, reason, recordedBy: actor.name }
  await tx.update(consentRows).set(withdrawn).where(eq(consentRows.id, row.id))
}
