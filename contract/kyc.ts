import { z } from 'zod'
import { AppRelease } from './apps.ts'
import { write } from './kernel/endpoint.ts'
import { Choice, Currency, Entry, Id, Instant, LocalDate, Masked, PersonName } from './kernel/values.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'

/** KYC steps, in the order in which the app asks. */
export const kycSteps = ['basic', 'contacts', 'identity', 'card', 'live'] as const
export const KycStep = Choice('customers.kycStep', kycSteps)
export type KycStep = z.output<typeof KycStep>
/** How far somebody is with KYC: the step that is next, or that all are done. */
export const KycProgress = Choice('customers.kyc', [...kycSteps, 'done'], { done: 'good' })
export type KycProgress = z.output<typeof KycProgress>

/** The step that is next after those that are done. */
export const kycProgress = (done: ReadonlySet<KycStep>): KycProgress =>
  kycSteps.find((step) => !done.has(step)) ?? 'done'

export const Sex = Choice('customers.sex', ['female', 'male', 'other'])
export const MaritalStatus = Choice('customers.maritalStatus', ['single', 'married', 'divorced', 'widowed'])
export const Dwelling = Choice('customers.dwelling', ['owned', 'rented', 'withFamily', 'employer', 'other'])
/** What a contact is to the customer. Source: specification, section 3. */
export const Relation = Entry('vocabularies.relation', [
  ...(['parents', 'spouse', 'child', 'sibling', 'friend', 'colleague', 'other'] as const),
])

/** Somebody whom a customer has named, through whom they may be found. */
export const Contact = z.object({
  id: Id('contact'),
  name: PersonName,
  phone: Masked('phone'),
  relation: Relation,
})

/** When somebody began a step of KYC, and finished it. */
export const KycStepRecord = z.object({
  step: KycStep,
  begunAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  /** When it was asked for again, and why; none: it never was. */
  askedAt: Instant.nullable(),
  reason: z.string().nullable(),
})

/** Device of a customer: one that they have used the app on. */
export const CustomerDevice = z.object({
  /** What the app knows it by. */
  mark: z.string(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  os: z.string().nullable(),
  osVersion: z.string().nullable(),
  language: z.string().nullable(),
  /** When it was made. */
  madeOn: LocalDate.nullable(),
  memoryMb: z.int().nullable(),
  operator: z.string().nullable(),
  firstSeenAt: Instant,
  seenAt: Instant,
})

const [shortMax, textMax, addressMax, emailMax] = [40, 80, 240, 120]
const Short = z.string().trim().min(1).max(shortMax)
const Text = z.string().trim().min(1).max(textMax)
const Address = z.string().trim().min(1).max(addressMax)

/** Somebody who registers. `payload` of `customers.register` holds it as JSON, exactly as it was signed. */
export const Registration = z.object({
  phone: z.string().min(4).max(20),
  app: Short,
  release: AppRelease.optional(),
  /** How they came to the app. */
  channel: Short,
  /** Attribution: what the link carried that led them there, `utm_source` and `utm_campaign`. */
  media: Short.optional(),
  campaign: Short.optional(),
})
export type Registration = z.output<typeof Registration>

/** Who somebody is, as they say. */
const Basics = z.object({
  name: z.string().trim().min(2).max(textMax),
  email: z.email().max(emailMax).optional(),
  birthDate: z.iso.date(),
  sex: Sex.optional(),
  maritalStatus: MaritalStatus.optional(),
  children: z.int().min(0).max(20).optional(),
  dwelling: Dwelling.optional(),
  education: Text.optional(),
  profession: Text.optional(),
  employment: Text.optional(),
  company: Text.optional(),
  companyAddress: Address.optional(),
  address: Address.optional(),
  postcode: z.string().trim().min(3).max(10).optional(),
  incomeMinor: z.int().min(0).optional(),
  currency: Currency.optional(),
})
export type Basics = z.output<typeof Basics>
const ReportedContact = z.object({ name: Text, phone: z.string().min(4).max(20), relation: z.string().max(shortMax) })
const contactCount = 3
const ReportedDevice = z.object({
  mark: z.string().min(4).max(64),
  brand: Short.optional(),
  model: Short.optional(),
  os: Short.optional(),
  osVersion: Short.optional(),
  language: Short.optional(),
  madeOn: z.iso.date().optional(),
  memoryMb: z.int().min(1).max(10_000_000).optional(),
  operator: Short.optional(),
})
export type ReportedDevice = z.output<typeof ReportedDevice>
/** A step that was done carries what was asked in it. */
const done = { customerId: Id('customer'), at: z.iso.datetime(), device: ReportedDevice.optional() }

/**
 * What the customer app reports of KYC. `payload` of `customers.report` holds it as JSON, exactly as it was signed; sent
 * again, it says the same.
 */
export const KycReport = z.discriminatedUnion('event', [
  z.object({ event: z.literal('begun'), step: KycStep, ...done }),
  z.object({ event: z.literal('basic'), ...done, basic: Basics }),
  z.object({ event: z.literal('contacts'), ...done, contacts: z.array(ReportedContact).length(contactCount) }),
  z.object({ event: z.literal('identity'), ...done, pan: z.string().max(20), aadhaar: z.string().max(20) }),
  z.object({
    event: z.literal('card'),
    ...done,
    card: z.object({
      holder: Text,
      bank: Text,
      ifsc: z.string().max(11).optional(),
      account: z.string().min(6).max(34),
    }),
  }),
  z.object({ event: z.literal('live'), ...done }),
])
export type KycReport = z.output<typeof KycReport>

/** What the customer app tells of people, before and while they apply. */
export const kyc = {
  /** Somebody registers. A number that an app knows already is the same customer. */
  register: write('POST /callbacks/customers', {
    ...webhook,
    output: z.object({ customerId: Id('customer'), kyc: KycProgress }),
    faults: [...webhookFaults, 'wrong_phone', 'unknown_app', 'app_disabled', 'update_needed'],
  }),
  /** Somebody begins a step of KYC, or has done it. */
  report: write('POST /callbacks/kyc', {
    ...webhook,
    output: z.object({ kyc: KycProgress }),
    faults: [
      ...webhookFaults,
      ...(['unknown_customer', 'wrong_phone', 'wrong_currency', 'unknown_entry'] as const),
      ...(['wrong_pan', 'wrong_aadhaar', 'ifsc_malformed', 'too_young', 'customer_erased'] as const),
    ],
  }),
}
