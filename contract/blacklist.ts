import { z } from 'zod'
import { customer } from './customers.ts'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, offering, ReasonText, Version } from './kernel/values.ts'

/** An entry holds until it is removed; it stays for whoever asks what was. */
export const blacklistFlow = machine(
  'blacklist.state',
  { listed: { remove: 'removed' }, removed: {} },
  { listed: 'bad', removed: 'muted' },
)
/** What an entry recognises somebody by. */
export const blacklistKinds = ['customer', 'phone', 'pan', 'device'] as const
export type BlacklistKind = (typeof blacklistKinds)[number]
/** Where an entry came from: staff, a sheet, a write-off, or a flag of before there were entries. */
export const blacklistSources = ['staff', 'sheet', 'writeOff', 'flag'] as const

/** Somebody, or something of theirs, that nothing is lent to. */
export const BlacklistEntry = z.object({
  id: Id('blacklistEntry'),
  version: Version,
  state: blacklistFlow.State,
  kind: Choice('blacklist.kind', [...blacklistKinds]),
  /** A customer's id; of a phone, PAN or device its end: `…4312`. */
  value: z.string(),
  /** Whose it is, as far as that is known. */
  customerId: Id('customer').nullable(),
  source: Choice('blacklist.source', [...blacklistSources]),
  reason: ReasonText(),
  addedBy: z.string().nullable(),
  addedAt: Instant,
  removedBy: z.string().nullable(),
  removedAt: Instant.nullable(),
  /** Why it was removed. */
  removal: ReasonText().nullable(),
})
export type BlacklistEntry = z.output<typeof BlacklistEntry>
/** Subject: an entry of the blacklist. */
export const blacklistEntry = subject('blacklist', BlacklistEntry, {
  prefix: 'BL',
  opens: 'blacklist',
  findBy: ['id', 'customer'],
})

const [reasonMax, valueMax] = [200, 64]
const Reason = z.string().trim().min(1).max(reasonMax)
const BlacklistReason = offering(Reason, 'blacklist', [
  ...['fraud', 'falseDocuments', 'stolenIdentity', 'threatens', 'customerAsked'],
])
/** Who or what, and why. */
export const NewBlacklistEntry = z.object({
  kind: Choice('blacklist.kind', [...blacklistKinds]),
  value: z.string().trim().min(4).max(valueMax),
  reason: BlacklistReason,
})
export type NewBlacklistEntry = z.output<typeof NewBlacklistEntry>

const sheetMax = 2_000
const entryFaults = ['unknown_customer', 'not_a_phone', 'not_a_pan', 'listed_already'] as const

/** Blacklist: checked when somebody applies, when money is paid out, and in marketing. */
export const blacklist = api('blacklist', {
  list: list('GET /blacklist', {
    requires: 'blacklist',
    row: BlacklistEntry,
    subject: blacklistEntry,
    filter: [
      ...(['id', 'state', 'kind', 'customerId', 'source', 'reason', 'addedBy', 'addedAt'] as const),
      ...(['removedBy', 'removedAt', 'removal'] as const),
    ],
    sort: ['addedAt', 'removedAt', 'state', 'kind'],
    search: ['id', 'customerId', 'reason'],
    order: '-addedAt',
    created: 'addedAt',
  }),

  /** Puts somebody, or something of theirs, on the blacklist, once a second person has released it. */
  add: write('POST /blacklist', {
    requires: 'blacklist.add',
    input: NewBlacklistEntry,
    output: z.object({ id: Id('blacklistEntry') }),
    faults: [...entryFaults, 'look_ups_spent'],
    secrets: ['value'],
    touches: ['customers'],
    fourEyes: true,
  }),

  /** Puts a customer on the blacklist, once a second person has released it. */
  addCustomer: change('POST /blacklist/customers', {
    subject: customer,
    requires: 'blacklist.add',
    args: { reason: BlacklistReason },
    faults: ['listed_already'],
    touches: ['blacklist'],
    fourEyes: true,
  }),

  /** Puts several on it: all of them, or none. */
  addMany: write('POST /blacklist/many', {
    requires: 'blacklist.add',
    input: z.object({ entries: z.array(NewBlacklistEntry).min(1).max(sheetMax) }),
    output: z.object({ added: z.int() }),
    faults: entryFaults,
    secrets: ['entries'],
    touches: ['customers'],
    fourEyes: true,
  }),

  /** The sheet for many at once, … */
  template: {
    ...read('GET /blacklist/template', { requires: 'blacklist.add', input: z.object({}), output: z.null() }),
    file: true as const,
  },
  /** … handed in: all of its lines, or none; filed as a request where it takes a second person. */
  addSheet: {
    ...write('POST /blacklist/sheet', {
      requires: 'blacklist.add',
      input: z.object({}),
      output: z.object({ added: z.int(), request: Id('approval').nullable() }),
      faults: [
        ...(['template_unknown', 'template_old', 'template_columns', 'template_empty'] as const),
        ...(['template_rows', 'template_quote', 'request_open'] as const),
      ],
      touches: ['customers'],
    }),
    files: ['file'],
  },

  /** Takes an entry off it, and says why, once a second person has released it. */
  remove: change('POST /blacklist/remove', {
    subject: blacklistEntry,
    requires: 'blacklist.edit',
    args: { removal: offering(Reason, 'blacklistRemoval', ['ourMistake', 'wrongPerson', 'hasRepaid', 'authority']) },
    when: blacklistFlow.can('remove'),
    touches: ['customers'],
    fourEyes: true,
  }),
})
