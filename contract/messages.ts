import { z } from 'zod'
import { type Case, caseFlow, caseSubject } from './cases.ts'
import { api, change } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { contactHours } from './kernel/hours.ts'
import { machine } from './kernel/machine.ts'
import { Choice, Id, Instant } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { type Loan, loanSubject } from './loans/row.ts'
import { type Plan, plan, whileOpen } from './plans.ts'
import { proof, proofFlow } from './proofs.ts'

/** A message waits for its hour, then for the channel, which takes it or does not. One that has no point any more is dropped. */
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
export const Template = Choice('messages.template', [...reminders, 'paymentLink', ...questions])
export type Template = z.output<typeof Template>

/** One message to a customer. */
export const Message = z.object({
  id: Id('message'),
  state: messageFlow.State,
  template: Template,
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
export const quietHolds = ['dispute', 'deceased', 'legal'] as const
/** Whether a customer is left alone because of what is known of the case. */
export const isQuiet = (hold: string | null): boolean => (quietHolds as readonly (string | null)[]).includes(hold)

/** Messages to customers. */
export const messages = api('messages', {
  /** Reminds the customer of an order of what is due: the instalments past due, else the next one. */
  remind: change('POST /messages/remind', {
    ...reminding,
    subject: loanSubject,
    may: 'orders.request',
    when: every<Loan>(loanFlow.can('remind'), guard(['remindedToday'], notYet)),
    touches: ['loans', 'plans', 'cases'],
  }),

  /** The same for one instalment. */
  remindPlan: change('POST /messages/remind-plan', {
    ...reminding,
    subject: plan,
    may: 'plans.request',
    when: every<Plan>(whileOpen('remind'), guard(['remindedToday'], notYet)),
    touches: ['loans', 'plans', 'cases'],
  }),

  /** The same from the case, by whoever works it. */
  remindCase: change('POST /messages/remind-case', {
    ...reminding,
    subject: caseSubject,
    may: 'openCases.edit',
    when: every<Case>(
      caseFlow.can('reach'),
      guard(['hold'], ({ hold }) =>
        isQuiet(hold) ? refused('case_on_hold', { hold: { vocabulary: 'cases.hold', value: hold! } }) : ok,
      ),
      guard(['loanState'], ({ loanState }) => loanFlow.can('remind')({ state: loanState })),
      guard(['remindedToday'], notYet),
    ),
    touches: ['loans', 'plans', 'cases'],
  }),

  /** Asks the customer for what is missing from a proof. */
  askCustomer: change('POST /messages/ask', {
    subject: proof,
    may: 'proofs.request',
    ask: { question: Choice('messages.template', questions) },
    when: proofFlow.can('ask'),
    hours: contactHours,
    touches: ['loans'],
    faults,
  }),
})
