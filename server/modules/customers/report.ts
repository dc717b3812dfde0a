import { eq } from 'drizzle-orm'
import { lastFourOf, normalizeSecret } from '#contract/kernel/mask.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Basics, KycProgress, KycReport } from '#contract/kyc.ts'
import { identityValid, ifscValid } from '#contract/loans/identity-numbers.ts'
import { nameSimilarity } from '#contract/loans/name-similarity.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { flagIfListed } from '#server/modules/blacklist/steps.ts'
import { addCard, bindCard, isBound } from '#server/modules/cards/steps.ts'
import { askCredit } from '#server/modules/credit-assessments/steps/ask.ts'
import { mustBePhone } from './phone-validity.ts'
import { nameContacts } from './steps/contacts.ts'
import { seeDevice } from './steps/devices.ts'
import { mustNotBeErased } from './steps/erase.ts'
import { beginStep, finishStep } from './steps/kyc.ts'
import { customerRows, type StoredCustomer } from './store.ts'

type ReportContext = Pick<Context, 'tx' | 'now' | 'today' | 'app'>
type Reported<Event extends KycReport['event']> = Extract<KycReport, { event: Event }>

const adultYears = 18
const isAdult = (birthDate: string, today: LocalDate): boolean =>
  `${Number(birthDate.slice(0, 4)) + adultYears}${birthDate.slice(4)}` <= today

/** @throws Refusal `too_young`, `wrong_currency`. */
async function keepBasics(customer: StoredCustomer, { birthDate, currency, ...told }: Basics, context: ReportContext) {
  if (!isAdult(birthDate, context.today)) throw new Refusal('too_young', undefined, { field: 'birthDate' })
  if (told.incomeMinor !== undefined && currency !== customer.currency) {
    throw new Refusal('wrong_currency', { currency: customer.currency }, { field: 'currency' })
  }
  const born = birthDate as LocalDate // a day, as its schema says
  await context.tx
    .update(customerRows)
    .set({ ...told, birthDate: born })
    .where(eq(customerRows.id, customer.id))
}

/** @throws Refusal `wrong_phone`, `unknown_entry`. */
async function keepContacts(
  { id }: StoredCustomer,
  { contacts }: Reported<'contacts'>,
  { tx, now, app }: ReportContext,
) {
  const checked = contacts.map(({ phone, relation, name }, nth) => {
    const fault = app.words.faultOf({ dictionary: 'vocabularies.relation', code: relation })
    const field = `contacts.${nth}.relation`
    if (fault) throw new Refusal('unknown_entry', { entry: relation }, { field })
    return { name, relation, phone: mustBePhone(phone, app.clock.country, `contacts.${nth}.phone`) }
  })
  await app.words.use(
    tx,
    checked.map(({ relation }) => ({ dictionary: 'vocabularies.relation', code: relation })),
  )
  await nameContacts(tx, id, checked, { secrets: app.secrets, at: now })
}

/** @throws Refusal `wrong_pan`, `wrong_aadhaar`. */
async function keepIdentity({ id, phone }: StoredCustomer, told: Reported<'identity'>, context: ReportContext) {
  const { tx, app } = context
  const { secrets, clock } = app
  const [pan, aadhaar] = (['pan', 'aadhaar'] as const).map((of) => {
    const number = normalizeSecret(of, told[of])
    if (!identityValid(of, number, clock.country)) throw new Refusal(`wrong_${of}`, undefined, { field: of })
    return { sealed: secrets.encrypt(number), tail: lastFourOf(number), index: secrets.blindIndex(number) }
  }) as [SealedNumber, SealedNumber] // as many as went in
  const numbers = {
    ...{ pan: pan.sealed, panTail: pan.tail, panIndex: pan.index },
    ...{ aadhaar: aadhaar.sealed, aadhaarTail: aadhaar.tail, aadhaarIndex: aadhaar.index },
  }
  await tx.update(customerRows).set(numbers).where(eq(customerRows.id, id))
  await flagIfListed({ id, phone, panIndex: pan.index }, context)
}
interface SealedNumber {
  readonly sealed: string
  readonly tail: string
  readonly index: string
}

/** Binds the card they name. @throws Refusal `ifsc_malformed`. */
async function keepCard({ id: customerId, name }: StoredCustomer, { card }: Reported<'card'>, context: ReportContext) {
  const { tx, now, today, app } = context
  if (app.clock.country === 'IN' && !ifscValid(card.ifsc ?? '')) {
    throw new Refusal('ifsc_malformed', undefined, { field: 'card.ifsc' })
  }
  const similarityPpm = nameSimilarity(card.holder, name ?? '')
  const named = { ...card, customerId, ifsc: card.ifsc ?? null, similarityPpm }
  if (await isBound(tx, named, app.secrets)) return
  await bindCard(tx, await addCard(tx, named, { secrets: app.secrets, today }), customerId, now)
}

async function keep(customer: StoredCustomer, report: KycReport, context: ReportContext): Promise<void> {
  if (report.event === 'basic') return keepBasics(customer, report.basic, context)
  if (report.event === 'contacts') return keepContacts(customer, report, context)
  if (report.event === 'identity') return keepIdentity(customer, report, context)
  if (report.event === 'card') return keepCard(customer, report, context)
}

/** Whoever reports, locked until the transaction ends. @throws Refusal `unknown_customer`. */
async function lockReporting(id: IdOf<'customer'>, { tx }: ReportContext): Promise<StoredCustomer> {
  const [customer] = await tx.select().from(customerRows).where(eq(customerRows.id, id)).for('update')
  if (!customer) throw new Refusal('unknown_customer')
  mustNotBeErased(customer)
  return customer
}

/** Takes in what the app reports of a step of KYC. @throws Refusal where a value cannot be true, with its field. */
export async function report(reported: KycReport, context: ReportContext): Promise<KycProgress> {
  const { tx, now } = context
  const customer = await lockReporting(reported.customerId, context)
  const told = new Date(reported.at)
  const at = told < now ? told : now // a phone's clock may be wrong, and nothing is done in the future
  if (reported.device) await seeDevice(tx, customer.id, reported.device, at)
  if (reported.event === 'begun') {
    await beginStep(tx, customer.id, reported.step, at)
    return customer.kyc
  }
  await keep(customer, reported, context)
  const kyc = await finishStep(tx, customer.id, reported.event, at)
  if (kyc === 'done' && customer.kyc !== 'done') await askCredit(tx, [customer.id], 'identified', now)
  return kyc
}
