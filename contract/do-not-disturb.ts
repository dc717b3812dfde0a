import { z } from 'zod'
import { customer } from './customers.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Version } from './kernel/values.ts'
import { messageChannels } from './message-occasions.ts'

/** An entry holds until it is lifted, or its last day is over; it stays for whoever asks what was. */
const disturbFlow = machine(
  'doNotDisturb.state',
  { active: { lift: 'lifted', expire: 'expired' }, expired: {}, lifted: {} },
  { active: 'warn', expired: 'muted', lifted: 'muted' },
)

/** Whom an entry is about. */
export const disturbKinds = ['customer', 'phone'] as const
/** Channels that an entry closes: all of them, calls, or one that messages go by. */
export const disturbChannels = ['all', 'call', ...messageChannels] as const
export type DisturbChannel = (typeof disturbChannels)[number]
/** What is not sent any more: offers, or everything. */
export const disturbScopes = ['marketing', 'everything'] as const
/** Who wants it so: the customer, an authority or a register of numbers, or the business. */
export const disturbOrigins = ['customer', 'authority', 'house'] as const

/** Entry of the do-not-disturb list: somebody who is not written to, or not called. */
export const DisturbEntry = z.object({
  id: Id('doNotDisturb'),
  version: Version,
  state: disturbFlow.State,
  kind: Choice('doNotDisturb.kind', [...disturbKinds]),
  /** A customer's id; of a phone its end: `…4312`. */
  value: z.string(),
  /** Whose it is, as far as that is known. */
  customerId: Id('customer').nullable(),
  channel: Choice('doNotDisturb.channel', [...disturbChannels]),
  scope: Choice('doNotDisturb.scope', [...disturbScopes]),
  origin: Choice('doNotDisturb.origin', [...disturbOrigins]),
  /** The last day it holds on; none: until it is lifted. */
  until: LocalDate.nullable(),
  remark: z.string(),
  addedBy: z.string().nullable(),
  addedAt: Instant,
  liftedBy: z.string().nullable(),
  liftedAt: Instant.nullable(),
})
export type DisturbEntry = z.output<typeof DisturbEntry>
/** Subject: an entry of the do-not-disturb list. */
export const disturbEntry = subject('doNotDisturb', DisturbEntry, {
  prefix: 'DD',
  opens: 'doNotDisturb',
  findBy: ['id', 'customer'],
})

const [valueMax, remarkMax] = [64, 200]
const wish = {
  channel: Choice('doNotDisturb.channel', [...disturbChannels]),
  scope: Choice('doNotDisturb.scope', [...disturbScopes]),
  origin: Choice('doNotDisturb.origin', [...disturbOrigins]),
  until: LocalDate.optional(),
  remark: z.string().trim().max(remarkMax).default(''),
} as const
const faults = ['listed_already', 'until_in_past', 'look_ups_spent'] as const

/** Do-not-disturb list: who is not written to, by which channel, and until when. */
export const doNotDisturb = api('doNotDisturb', {
  list: list('GET /do-not-disturb', {
    requires: 'doNotDisturb',
    row: DisturbEntry,
    subject: disturbEntry,
    filter: [
      ...(['id', 'state', 'kind', 'customerId', 'channel', 'scope', 'origin', 'until', 'remark'] as const),
      ...(['addedBy', 'addedAt', 'liftedBy', 'liftedAt'] as const),
    ],
    sort: ['addedAt', 'until', 'state', 'channel', 'kind'],
    search: ['id', 'customerId', 'remark'],
    order: '-addedAt',
    created: 'addedAt',
  }),

  /** Puts a customer or a number on it. */
  add: write('POST /do-not-disturb', {
    requires: 'doNotDisturb.add',
    input: z.object({
      kind: Choice('doNotDisturb.kind', [...disturbKinds]),
      value: z.string().trim().min(4).max(valueMax),
      ...wish,
    }),
    output: z.object({ id: Id('doNotDisturb') }),
    faults: ['unknown_customer', 'not_a_phone', ...faults],
    secrets: ['value'],
  }),

  /** Puts a customer on it. */
  addCustomer: change('POST /do-not-disturb/customers', {
    subject: customer,
    requires: 'doNotDisturb.add',
    args: wish,
    faults,
    touches: ['doNotDisturb'],
  }),

  /** Lifts an entry: the customer is written to again. */
  lift: change('POST /do-not-disturb/lift', {
    subject: disturbEntry,
    requires: 'doNotDisturb.edit',
    when: disturbFlow.can('lift'),
  }),
})
