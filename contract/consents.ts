import { z } from 'zod'
import { customer, customerFlow } from './customers.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Masked, offering, PersonName, ReasonText, Version } from './kernel/values.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'

/** Consent states: it holds until it is withdrawn, or given anew to another version of the document. */
const consentFlow = machine(
  'consents.state',
  { given: { withdraw: 'withdrawn', replace: 'replaced' }, replaced: {}, withdrawn: {} },
  { given: 'good', replaced: 'muted', withdrawn: 'warn' },
)
export const consentStates = consentFlow.states

/** Documents that customers agree to: notices, terms, and what they let the app or the business do. */
export const consentDocuments = ['privacy', 'terms', 'bureau', 'marketing', 'contacts', 'device', 'location'] as const
const ConsentDocument = Choice('consents.document', [...consentDocuments])
export type ConsentDocument = (typeof consentDocuments)[number]
/** How a customer said so. */
export const consentChannels = ['app', 'phone', 'paper'] as const
/** Channels that staff record by: what the app has heard it tells itself. */
const staffChannels = ['phone', 'paper'] as const

/** Consent: what a customer has agreed to, when, and until when. */
export const Consent = z.object({
  id: Id('consent'),
  version: Version,
  state: consentFlow.State,
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  document: ConsentDocument,
  /** The version of the document that was agreed to. */
  documentVersion: z.string(),
  channel: Choice('consents.channel', [...consentChannels]),
  /** None: it was withdrawn without ever having been recorded. */
  givenAt: Instant.nullable(),
  /** When it was withdrawn, or another took its place. */
  endedAt: Instant.nullable(),
  /** How it was withdrawn. */
  withdrawnBy: Choice('consents.channel', [...consentChannels]).nullable(),
  /** Why staff recorded it, or that it was withdrawn. */
  reason: ReasonText().nullable(),
  /** Who recorded it last; none: the app. */
  recordedBy: z.string().nullable(),
  recordedAt: Instant,
})
export type Consent = z.output<typeof Consent>
/** Subject: a consent. */
export const consent = subject('consents', Consent, {
  prefix: 'CN',
  opens: 'consents',
  findBy: ['id', 'customer'],
})

const [versionMax, reasonMax] = [40, 200]
const DocumentVersion = z.string().trim().min(1).max(versionMax)
const Reason = z.string().trim().min(1).max(reasonMax)

/**
 * What the customers' app reports of consents. `payload` of `consents.report` holds it as JSON, exactly as it was signed;
 * sent again, it says the same.
 */
export const ConsentReport = z.object({
  event: z.enum(['given', 'withdrawn']),
  customerId: Id('customer'),
  document: z.literal([...consentDocuments]),
  documentVersion: DocumentVersion,
  at: z.iso.datetime(),
})
export type ConsentReport = z.output<typeof ConsentReport>

/** Consents of customers: given, replaced, withdrawn. */
export const consents = api('consents', {
  list: list('GET /consents', {
    requires: 'consents',
    row: Consent,
    subject: consent,
    filter: [
      ...(['id', 'state', 'customerId', 'name', 'phone', 'document', 'documentVersion', 'channel'] as const),
      ...(['givenAt', 'endedAt', 'withdrawnBy', 'reason', 'recordedBy', 'recordedAt'] as const),
    ],
    sort: ['recordedAt', 'givenAt', 'endedAt', 'state', 'document'],
    search: ['id', 'customerId', 'name'],
    order: '-recordedAt',
    created: 'recordedAt',
  }),

  /** Records what a customer has agreed to on the phone or on paper. */
  record: change('POST /consents/record', {
    subject: customer,
    requires: 'consents.add',
    args: {
      document: ConsentDocument,
      documentVersion: DocumentVersion,
      channel: Choice('consents.staffChannel', [...staffChannels]),
      /** The day on which they agreed; none: now. */
      givenOn: LocalDate.optional(),
      reason: offering(Reason, 'consent', ['saidOnPhone', 'signedPaper', 'notInApp']),
    },
    when: customerFlow.can('edit'),
    faults: ['day_to_come', 'consented_since'],
    touches: ['consents'],
  }),

  /** Records that a customer withdraws a consent; without that to marketing they are made no offers. */
  withdraw: change('POST /consents/withdraw', {
    subject: consent,
    requires: 'consents.edit',
    args: {
      channel: Choice('consents.staffChannel', [...staffChannels]),
      reason: offering(Reason, 'consentWithdrawal', ['customerAsked', 'complaint', 'notTheirs']),
    },
    when: consentFlow.can('withdraw'),
  }),

  /** The customers' app tells that somebody agrees to a document, or withdraws that. */
  report: write('POST /callbacks/consents', {
    ...webhook,
    output: z.object({ id: Id('consent') }),
    faults: [...webhookFaults, 'unknown_customer', 'customer_erased'],
  }),
})
