import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { revealable, revealRight } from './kernel/personal-data.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, PersonName, Version } from './kernel/values.ts'
import { Application } from './loans/row.ts'
import { pages } from './menu.ts'

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
  kind: Choice('customers.kind', ['new', 'old']),
  state: Choice('customers.state', ['enabled', 'disabled', 'frozen'], {
    enabled: 'good',
    disabled: 'muted',
    frozen: 'warn',
  }),
  blacklisted: z.boolean(),
  loansDone: z.int(),
  limit: Money.nullable(),
  registeredAt: Instant,
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
  state: Choice('cards.state', ['unbound', 'bound']),
  boundAt: Instant.nullable(),
})

/** Everything a person may see of a customer without revealing anything. */
export const CustomerDetail = z.object({
  customer: Customer,
  basic: z.object({
    email: Masked('email').nullable(),
    birthDate: LocalDate.nullable(),
    sex: Choice('customers.sex', ['female', 'male', 'other']).nullable(),
    education: z.string().nullable(),
    profession: z.string().nullable(),
    employment: z.string().nullable(),
    income: Money.nullable(),
    address: z.string().nullable(),
    aadhaar: Masked('aadhaar').nullable(),
  }),
  cards: z.array(Card),
  /** Newest first. */
  loans: z.array(Application),
})
export type CustomerDetail = z.output<typeof CustomerDetail>

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
      'kind',
      'state',
      'blacklisted',
      'loansDone',
      'limit',
      'registeredAt',
    ],
    sort: ['registeredAt', 'loansDone'],
    search: ['id', 'name', 'phone'],
    order: '-registeredAt',
    created: 'registeredAt',
    export: 'GET /export/user',
  }),

  detail: read('POST /userInfo/detail', {
    requires: 'customer',
    input: z.object({ id: Id('customer') }),
    output: CustomerDetail,
    faults: ['not_found'],
  }),

  /** Shows what is masked otherwise, for a reason that goes on the record, and so often a day. */
  reveal: write('POST /userInfo/reveal', {
    requires: revealRight,
    rehearsable: true,
    input: z.object({
      id: Id('customer'),
      field: z.enum(revealable),
      reason: z.string().trim().min(1).max(revealReasonMax),
    }),
    output: z.object({ value: z.string() }),
    faults: ['not_found', 'nothing_to_reveal', 'reveals_spent'],
    secrets: ['value'],
  }),
})
