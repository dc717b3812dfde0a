import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { revealable, revealRight } from './kernel/personal-data.ts'
import { subject } from './kernel/subject.ts'
import {
  Choice,
  Id,
  Instant,
  LocalDate,
  Masked,
  Money,
  offering,
  PersonName,
  Rate,
  ReasonText,
  Version,
} from './kernel/values.ts'
import {
  Contact,
  CustomerDevice,
  Dwelling,
  KycProgress,
  KycStep,
  KycStepRecord,
  kyc,
  MaritalStatus,
  Sex,
} from './kyc.ts'
import { loanFlow } from './loans/flow.ts'
import { pages } from './menu.ts'
import { reviewFlow } from './reviews/flow.ts'

/**
 * Account states. From one that is frozen or disabled nobody applies; what is owed is owed. Source: specification,
 * section 4.
 */
export const customerFlow = machine(
  'customers.state',
  {
    enabled: { freeze: 'frozen', disable: 'disabled', edit: 'enabled', erase: 'erased' },
    disabled: { enable: 'enabled', edit: 'disabled', erase: 'erased' },
    frozen: { enable: 'enabled', disable: 'disabled', edit: 'frozen', erase: 'erased' },
    /** Their personal data was erased; what the law wants kept is here without them. */
    erased: {},
  },
  { enabled: 'good', disabled: 'muted', frozen: 'warn', erased: 'muted' },
)

/** Whether somebody's credit was assessed, and how that came out. Source: specification, section 4. */
const CreditState = Choice('vocabularies.creditState', ['toCredit', 'passed', 'failed', 'abnormal'], {
  ...({ toCredit: 'muted', passed: 'good', failed: 'bad', abnormal: 'warn' } as const),
})
export type CreditState = z.output<typeof CreditState>

/** Somebody who borrows, or wants to. */
export const Customer = z.object({
  id: Id('customer'),
  version: Version,
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  pan: Masked('pan').nullable(),
  /** What they were called where they came from. */
  externalRef: z.string().nullable(),
  app: z.string(),
  channel: z.string(),
  /** The medium and the campaign that brought them. */
  media: z.string().nullable(),
  campaign: z.string().nullable(),
  kind: Choice('customers.kind', ['new', 'old']),
  state: customerFlow.State,
  /** Why they were frozen or disabled, or let in again. */
  stateReason: ReasonText().nullable(),
  blacklisted: z.boolean(),
  loansDone: z.int(),
  credit: CreditState,
  limit: Money.nullable(),
  /** The last day on which it may be drawn. */
  limitExpiresOn: LocalDate.nullable(),
  email: Masked('email').nullable(),
  birthDate: LocalDate.nullable(),
  age: z.int().nullable(),
  sex: Sex.nullable(),
  maritalStatus: MaritalStatus.nullable(),
  children: z.int().nullable(),
  dwelling: Dwelling.nullable(),
  education: z.string().nullable(),
  profession: z.string().nullable(),
  employment: z.string().nullable(),
  company: z.string().nullable(),
  companyAddress: z.string().nullable(),
  income: Money.nullable(),
  address: z.string().nullable(),
  postcode: z.string().nullable(),
  kyc: KycProgress,
  /** The code of their order under way; none: they have none. */
  openOrder: loanFlow.State.nullable(),
  /** Whether they have an order under way, ever applied for one, and were ever paid one out. */
  ...{ liveLoan: z.boolean(), applied: z.boolean(), borrowed: z.boolean() },
  /** Days since it was due; below 0 before that. */
  overdueDays: z.int().nullable(),
  /** How the latest review of an order of theirs stands. */
  reviewState: reviewFlow.State.nullable(),
  registeredAt: Instant,
  /** When they last used the app. */
  lastSeenAt: Instant.nullable(),
  /** The day on which their personal data was erased, and the last one on which what stays has to be kept. */
  erasedOn: LocalDate.nullable(),
  keptUntil: LocalDate.nullable(),
})
export type Customer = z.output<typeof Customer>
/** Subject: a customer. */
export const customer = subject('customers', Customer, {
  prefix: 'CU',
  opens: pages.customer,
  findBy: ['id', 'name', 'loan', 'customer', 'externalRef'],
})

const Card = z.object({
  id: Id('card'),
  holder: PersonName,
  bank: z.string(),
  account: Masked('account'),
  /** How alike the holder's and the customer's names are. */
  similarity: Rate,
  state: Choice('cards.state', ['unbound', 'bound']),
  boundAt: Instant.nullable(),
})

const ofCustomer = z.object({ id: Id('customer') })

/** A customer, of the number that is shown by its end alone that, and their order under way. */
export const CustomerDetail = z.object({
  customer: Customer,
  aadhaar: Masked('aadhaar').nullable(),
  openLoan: Id('loan').nullable(),
})

const [detailMax, addressMax, emailMax] = [80, 240, 120]
const childrenMax = 20
const Detail = z.string().trim().min(1).max(detailMax).optional()
const Address = z.string().trim().min(1).max(addressMax).optional()
const reasonMax = 500
const Reason = z.string().trim().min(1).max(reasonMax)
const closing = offering(Reason, 'customerClosing', ['fraud', 'stolenIdentity', 'disputes', 'customerAsked', 'died'])

/** Longest reason why somebody wants to see it. */
export const revealReasonMax = 200

/** People who borrow, or want to. */
export const customers = api('customers', {
  list: list('GET /userInfo/list', {
    requires: 'customers',
    row: Customer,
    subject: customer,
    filter: [
      'id',
      'name',
      'phone',
      'pan',
      'externalRef',
      'app',
      'channel',
      'media',
      'campaign',
      'kind',
      'state',
      'blacklisted',
      'loansDone',
      'limit',
      'registeredAt',
      ...(['email', 'birthDate', 'sex', 'education', 'profession', 'employment', 'income', 'address'] as const),
      ...(['stateReason', 'maritalStatus', 'children', 'dwelling', 'company', 'postcode', 'kyc'] as const),
      ...(['credit', 'limitExpiresOn', 'erasedOn', 'keptUntil', 'liveLoan', 'applied', 'borrowed'] as const),
    ],
    sort: ['id', 'registeredAt', 'loansDone', 'name', 'state', 'limitExpiresOn'],
    search: ['id', 'name', 'phone'],
    order: '-registeredAt',
    created: 'registeredAt',
    sums: ['limit'],
    export: 'GET /export/user',
  }),

  detail: read('POST /userInfo/detail', {
    requires: 'customer',
    input: ofCustomer,
    output: CustomerDetail,
    faults: ['not_found'],
  }),
  /** Whom they have named. */
  contacts: read('POST /userInfo/contacts', {
    requires: 'customer',
    input: ofCustomer,
    output: z.object({ contacts: z.array(Contact) }),
    faults: ['not_found'],
  }),
  /** How they were identified, and when. */
  kyc: read('POST /userInfo/kyc', {
    requires: 'customer',
    input: ofCustomer,
    output: z.object({ steps: z.array(KycStepRecord) }),
    faults: ['not_found'],
  }),
  /** Bank accounts that money is paid out to, the one bound last first. */
  cards: read('POST /userInfo/cards', {
    requires: 'customer',
    input: ofCustomer,
    output: z.object({ cards: z.array(Card) }),
    faults: ['not_found'],
  }),
  /** What they use the app on, the one seen last first. */
  devices: read('POST /userInfo/devices', {
    requires: 'customer',
    input: ofCustomer,
    output: z.object({ devices: z.array(CustomerDevice) }),
    faults: ['not_found'],
  }),

  ...kyc,

  /** Edits what is no part of how they were identified. What is left blank stays as it is. */
  edit: change('POST /userInfo/edit', {
    subject: customer,
    requires: 'customers.edit',
    args: {
      email: z.email().trim().max(emailMax).optional(),
      maritalStatus: MaritalStatus.optional(),
      children: z.int().min(0).max(childrenMax).optional(),
      dwelling: Dwelling.optional(),
      education: Detail,
      profession: Detail,
      employment: Detail,
      company: Detail,
      companyAddress: Address,
      income: Money.optional(),
      address: Address,
      postcode: z.string().trim().min(3).max(10).optional(),
    },
    when: customerFlow.can('edit'),
    faults: ['no_difference', 'wrong_currency'],
  }),

  /** Lets nobody apply from an account until it is enabled again, … */
  freeze: change('POST /userInfo/freeze', {
    subject: customer,
    requires: 'customers.edit',
    args: { reason: closing },
    when: customerFlow.can('freeze'),
  }),
  /** … or for good, … */
  disable: change('POST /userInfo/disable', {
    subject: customer,
    requires: 'customers.remove',
    args: { reason: closing },
    when: customerFlow.can('disable'),
  }),
  /** … and lets them in again. */
  enable: change('POST /userInfo/enable', {
    subject: customer,
    requires: 'customers.edit',
    args: { reason: offering(Reason, 'customerOpening', ['ourMistake', 'dataChanged', 'customerAsked']) },
    when: customerFlow.can('enable'),
  }),

  /** Has a step of KYC done once more, by the customer in the app. */
  askAgain: change('POST /userInfo/ask-again', {
    subject: customer,
    requires: 'customers.edit',
    args: {
      step: KycStep,
      reason: offering(Reason, 'kycAgain', ['unreadable', 'expired', 'notTheirs', 'dataChanged']),
    },
    when: customerFlow.can('edit'),
    faults: ['not_done_yet'],
  }),
  /** Pays nothing more out to the card that is bound. */
  unbindCard: change('POST /userInfo/unbind-card', {
    subject: customer,
    requires: 'customers.edit',
    args: { reason: offering(Reason, 'cardUnbinding', ['customerAsked', 'notTheirs', 'accountClosed']) },
    faults: ['no_card_bound', 'card_in_use'],
  }),

  /** Shows what is masked otherwise, for a reason that goes on the record, and so often a day. */
  reveal: write('POST /userInfo/reveal', {
    requires: revealRight,
    rehearsable: true,
    input: z.object({
      id: Id('customer'),
      field: z.enum(revealable),
      /** The phone of whom they have named; none: what is theirs. */
      contact: Id('contact').optional(),
      reason: z.string().trim().min(1).max(revealReasonMax),
    }),
    output: z.object({ value: z.string() }),
    faults: ['not_found', 'nothing_to_reveal', 'reveals_spent'],
    secrets: ['value'],
  }),
})
