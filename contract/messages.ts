import { z } from 'zod'
import { type Case, caseFlow, collectionCase } from './cases.ts'
import { contactHours } from './kernel/contact-hours.ts'
import { api, change } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { machine } from './kernel/machine.ts'
import { Choice, Id, Instant } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { type Loan, loan } from './loans/row.ts'
import { type Plan, plan, whileUnsettled } from './plans.ts'
import { proof, proofFlow } from './proofs.ts'

/**
 * A message waits for contact hours, then in the outbox for the channel, which takes it or does not. One that has no
 * point any more is dropped.
 */
export const messageFlow = machine(
  'messages.state',
  {
    scheduled: { queue: 'queued', drop: 'dropped' },
    queued: { send: 'sent', fail: 'failed', wait: 'scheduled' },
    sent: {},
    failed: {},
    dropped: {},
  },
  { scheduled: 'muted', queued: 'info', sent: 'good', failed: 'bad', dropped: 'muted' },
)

/** What somebody may be asked about the proof they have handed in. */
const questions = ['askPicture', 'askReference', 'askAmount'] as const
/** What reminds a customer of a debt: no more than one of these a day. */
const reminders = ['dueSoon', 'dueToday', 'overdue'] as const

/** What a message says: its text stands under `messages.text`. */
export const MessageTemplate = Choice('messages.template', [...reminders, 'paymentLink', ...questions])
export type MessageTemplate = z.output<typeof MessageTemplate>

/** One message to a customer. */
export const Message = z.object({
  id: Id('message'),
  state: messageFlow.State,
  template: MessageTemplate,
  planId: Id('plan').nullable(),
  channel: Choice('messages.channel', ['sms']),
  /** That of letters in the country. */
  language: Choice('messages.language', ['en', 'es', 'vi', 'id']),
  /** As it is to be, or was, sent. */
  text: z.string(),
  madeBy: z.string(),
  createdAt: Instant,
  /** Not before then. */
  sendAt: Instant,
  sentAt: Instant.nullable(),
  failure: z.string().nullable(),
})
export type Message = z.output<typeof Message>

const faults = ['out_of_hours', 'no_phone'] as const
const reminding = {
  hours: contactHours,
  faults: [...faults, 'reminded_today', 'nothing_owed', 'case_on_hold'],
} as const
const notYet = ({ remindedToday }: { remindedToday: boolean }) => (remindedToday ? refused('reminded_today') : ok)
/** What makes collection leave somebody alone; a promise is no such thing. */
export const contactHolds = ['dispute', 'deceased', 'legal'] as const
/** Whether a customer is left alone because of what is known of the case. */
export const isContactHeld = (hold: string | null): boolean =>
  (contactHolds as readonly (string | null)[]).includes(hold)

/** Messages to customers. */
export const messages = api('messages', {
  /** Reminds the customer of an order of what is due: the instalments past due, else the next one. */
  remind: change('POST /messages/remind', {
    ...reminding,
    subject: loan,
    requires: 'orders.request',
    when: every<Loan>(loanFlow.can('remind'), guard(['remindedToday'], notYet)),
    touches: ['loans', 'plans', 'cases'],
  }),

  /** The same for one instalment. */
  remindPlan: change('POST /messages/remind-plan', {
    ...reminding,
    subject: plan,
    requires: 'plans.request',
    when: every<Plan>(whileUnsettled('remind'), guard(['remindedToday'], notYet)),
    touches: ['loans', 'plans', 'cases'],
  }),

  /** The same from the case, by whoever works it. */
  remindCase: change('POST /messages/remind-case', {
    ...reminding,
    subject: collectionCase,
    requires: 'openCases.edit',
    when: every<Case>(
      caseFlow.can('reach'),
      guard(['hold'], ({ hold }) =>
        isContactHeld(hold) ? refused('case_on_hold', { hold: { vocabulary: 'cases.hold', value: hold! } }) : ok,
      ),
      guard(['loanState'], ({ loanState }) => loanFlow.can('remind')({ state: loanState })),
      guard(['remindedToday'], notYet),
    ),
    touches: ['loans', 'plans', 'cases'],
  }),

  /** Asks the customer for what is missing from a proof. */
  askCustomer: change('POST /messages/ask', {
    subject: proof,
    requires: 'proofs.request',
    args: { question: Choice('messages.template', questions) },
    when: proofFlow.can('ask'),
    hours: contactHours,
    touches: ['loans'],
    faults,
  }),
})
