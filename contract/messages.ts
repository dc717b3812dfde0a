import { z } from 'zod'
import { type Case, caseFlow, collectionCase } from './cases.ts'
import { type Customer, customer } from './customers.ts'
import { holdStops } from './hold-kinds.ts'
import { api, change } from './kernel/endpoint.ts'
import { every, guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { Choice, Id, Instant, QuotedOrKey, Ref, TextInLanguageOf } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { type Loan, loan } from './loans/row.ts'
import { MessageChannel, MessageLanguage, MessageOccasion, offers, questions } from './message-occasions.ts'
import { type Plan, plan, whileUnsettled } from './plans.ts'
import { proof, proofFlow } from './proofs.ts'

/**
 * A message waits for contact hours, then in the outbox for the channel, which takes it or does not. One that has no
 * point any more is dropped; one that a rule forbids is refused, and says by which.
 */
export const messageFlow = machine(
  'messages.state',
  {
    scheduled: { queue: 'queued', drop: 'dropped', refuse: 'refused' },
    queued: { send: 'sent', fail: 'failed', wait: 'scheduled' },
    sent: {},
    failed: {},
    dropped: {},
    refused: {},
  },
  { scheduled: 'muted', queued: 'info', sent: 'good', failed: 'bad', dropped: 'muted', refused: 'warn' },
)

/** Why somebody is not written to: in the order in which it is asked. */
export const messageRefusals = [
  'no_template',
  'no_phone',
  'do_not_disturb',
  'consent_withdrawn',
  'contacted_enough',
  'attempts_spent',
  'one_channel',
] as const
export type MessageRefusal = (typeof messageRefusals)[number]

/** One message to a customer. */
export const Message = z.object({
  id: Id('message'),
  state: messageFlow.State,
  template: MessageOccasion,
  /** Of the order it is about, where it is about one. */
  loanId: Id('loan').nullable(),
  customerId: Id('customer'),
  planId: Id('plan').nullable(),
  /** The agency that had the order's case then. */
  agency: Ref('unit').nullable(),
  channel: MessageChannel,
  /** That of letters in the country. */
  language: MessageLanguage,
  subject: TextInLanguageOf('language').nullable(),
  /** As it is to be, or was, sent. */
  text: TextInLanguageOf('language'),
  madeBy: z.string(),
  createdAt: Instant,
  /** Not before then. */
  sendAt: Instant,
  sentAt: Instant.nullable(),
  /** Whether it left outside of contact hours, by the calendar of today. */
  outOfHours: z.boolean(),
  failure: QuotedOrKey('reasons').nullable(),
  /** The rule that forbids it. */
  refusal: Choice('messages.refusal', [...messageRefusals]).nullable(),
})
export type Message = z.output<typeof Message>

const faults = ['out_of_hours', ...messageRefusals] as const
const reminding = {
  contacts: 'message',
  faults: [...faults, 'reminded_today', 'nothing_owed', 'case_on_hold'],
} as const
const notYet = ({ remindedToday }: { remindedToday: boolean }) => (remindedToday ? refused('reminded_today') : ok)

const mayBeOffered = ({ blacklisted, state, limit }: Pick<Customer, 'blacklisted' | 'state' | 'limit'>) =>
  blacklisted
    ? refused('customer_blacklisted')
    : state !== 'enabled'
      ? refused('customer_not_enabled')
      : limit
        ? ok
        : refused('no_limit')

/** Messages to customers. */
export const messages = api('messages', {
  list: list('GET /messages', {
    requires: 'messages',
    row: Message,
    filter: [
      ...(['id', 'state', 'template', 'loanId', 'customerId', 'channel', 'language', 'text', 'madeBy'] as const),
      ...(['createdAt', 'sendAt', 'sentAt', 'failure', 'refusal', 'agency', 'outOfHours'] as const),
    ],
    sort: ['createdAt', 'sendAt'],
    search: ['id', 'loanId', 'customerId'],
    order: '-createdAt',
    created: 'createdAt',
  }),

  /** Offers a customer what they could borrow. Nobody on the blacklist is made an offer. */
  offer: change('POST /messages/offer', {
    subject: customer,
    requires: 'customers.edit',
    args: { offer: Choice('messages.template', [...offers]) },
    contacts: 'message',
    when: guard<Customer>(['blacklisted', 'state', 'limit'], mayBeOffered),
    faults: [...faults, 'no_limit', 'order_open'],
  }),

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
        hold && holdStops[hold].includes('messages')
          ? refused('case_on_hold', { hold: { vocabulary: 'cases.hold', value: hold } })
          : ok,
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
    args: { question: Choice('messages.template', [...questions]) },
    when: proofFlow.can('ask'),
    contacts: 'message',
    touches: ['loans'],
    faults,
  }),
})
