import { z } from 'zod'
import { api, change } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Masked, PersonName, Rate, ReasonText, Ref, TextKey, Version } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'

/** A change counts at once, or after four-eyes approval: once somebody else than who made it has approved it. */
export const cardChangeFlow = machine(
  'cardChanges.state',
  { pending: { pass: 'passed', reject: 'rejected' }, passed: {}, rejected: {} },
  { pending: 'warn', passed: 'good', rejected: 'muted' },
)

/** Another card for the money of an order. */
export const CardChange = z.object({
  id: Id('cardChange'),
  version: Version,
  state: cardChangeFlow.State,
  loanId: Id('loan'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  oldBank: z.string().nullable(),
  oldAccount: Masked('account').nullable(),
  newBank: z.string(),
  newAccount: Masked('account'),
  /** How alike the holder's and the customer's names are. */
  similarity: Rate,
  reason: ReasonText(),
  maker: Ref('staff'),
  requestedAt: Instant,
  checker: Ref('staff').nullable(),
  auditedAt: Instant.nullable(),
  note: TextKey('approvals.ended').nullable(),
  loanState: loanFlow.State,
})
export type CardChange = z.output<typeof CardChange>
export const cardChange = subject('cardChanges', CardChange, { prefix: 'CC', opens: 'orderChanges' })

const noteMax = 500
const Note = z.string().trim().max(noteMax)

/** Changes of the card that an order is paid out to. */
export const cardChanges = api('cardChanges', {
  list: list('GET /card-changes', {
    requires: 'orderChanges',
    row: CardChange,
    subject: cardChange,
    filter: [
      ...(['id', 'state', 'loanId', 'name', 'phone', 'oldBank', 'oldAccount', 'newBank', 'newAccount'] as const),
      ...(['similarity', 'reason', 'maker', 'requestedAt', 'checker', 'auditedAt', 'loanState'] as const),
    ],
    sort: ['loanId', 'requestedAt', 'auditedAt', 'similarity', 'state', 'name', 'maker'],
    search: ['id', 'loanId', 'name', 'phone'],
    order: '-requestedAt',
    created: 'requestedAt',
    export: 'GET /export/card-changes',
  }),

  /** Approves a change: the card is bound and the order paid out to it from then on. */
  pass: change('POST /card-changes/pass', {
    subject: cardChange,
    requires: 'orderChanges.approve',
    args: { note: Note.optional() },
    when: cardChangeFlow.can('pass'),
    touches: ['loans', 'customers'],
    faults: ['own_request', 'name_mismatch'],
  }),

  reject: change('POST /card-changes/reject', {
    subject: cardChange,
    requires: 'orderChanges.approve',
    args: { note: Note.min(1) },
    when: cardChangeFlow.can('reject'),
    faults: ['own_request'],
  }),
})
