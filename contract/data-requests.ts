import { z } from 'zod'
import { customer, customerFlow } from './customers.ts'
import { api, change, read } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, offering, PersonName, ReasonText, Ref, Version } from './kernel/values.ts'

/** States of a request: the file of an export is made, ready, then purged; an erasure is done at once. */
const dataRequestFlow = machine(
  'dataRequests.state',
  { making: { finish: 'ready' }, ready: { purge: 'purged' }, purged: {}, done: {} },
  { making: 'info', ready: 'good', purged: 'muted', done: 'good' },
)
export const dataRequestStates = dataRequestFlow.states
/** What somebody may ask for about their own data: a copy of it, or that it is erased. */
export const dataRequestKinds = ['export', 'erasure'] as const

/** Kinds of what is held about a person, as an export and an erasure tell of it. */
export const dataGroups = [
  ...(['person', 'contacts', 'identity', 'cards', 'devices', 'consents', 'credit', 'orders', 'reviews'] as const),
  ...(['money', 'proofs', 'collection', 'messages', 'tickets', 'lists', 'requests'] as const),
] as const
const DataGroup = Choice('dataRequests.group', [...dataGroups])
export type DataGroup = z.output<typeof DataGroup>

/** Data subject request that a second person has approved: an export of personal data, or its erasure. */
export const DataRequest = z.object({
  id: Id('dataRequest'),
  version: Version,
  kind: Choice('dataRequests.kind', [...dataRequestKinds]),
  state: dataRequestFlow.State,
  customerId: Id('customer'),
  /** None once they are erased. */
  name: PersonName.nullable(),
  reason: ReasonText(),
  maker: Ref('staff'),
  checker: Ref('staff').nullable(),
  approvedAt: Instant,
  /** Of an export: when its file is purged. */
  expiresAt: Instant.nullable(),
  /** How many rows are in the file, or were erased or emptied. */
  count: z.int().nullable(),
  /** Of an erasure: how many rows stay, and the last day on which they have to. */
  kept: z.int().nullable(),
  keptUntil: LocalDate.nullable(),
})
export type DataRequest = z.output<typeof DataRequest>
/** Subject: a request about personal data. */
export const dataRequest = subject('dataRequests', DataRequest, {
  prefix: 'DR',
  opens: 'dataRequests',
  findBy: ['id', 'customer'],
})

/** Whether there is a file to be had. */
export const hasFile = guard<DataRequest>(['state'], ({ state }) => (state === 'ready' ? ok : refused('export_gone')))

const Counted = z.object({ group: DataGroup, count: z.int() })
/** What an erasure would do, and what would refuse it. */
export const ErasureOutlook = z.object({
  erased: z.array(Counted),
  kept: z.array(Counted),
  /** The last day on which what stays has to be kept; none where nothing stays. */
  keptUntil: LocalDate.nullable(),
  /** What is owed or under way, in the reader's words. */
  blockers: z.array(z.string()),
})
export type ErasureOutlook = z.output<typeof ErasureOutlook>

/** What stands against an erasure: something that is owed, or under way. */
const erasureFaults = [
  ...(['order_under_way', 'plan_owed', 'payment_waits', 'payout_waits', 'proof_waits'] as const),
  ...(['card_change_waits', 'ticket_waits', 'approval_waits', 'export_waits'] as const),
] as const

const reasonMax = 200
const reason = offering(z.string().trim().min(1).max(reasonMax), 'dataRequest', ['customerAsked', 'authority'])
const twoPeople = { fourEyes: true, stepUp: true, touches: ['dataRequests', 'approvals'] } as const

/** Requests about personal data: a second person approves each in the inbox of approvals. */
export const dataRequests = api('dataRequests', {
  list: list('GET /data-requests', {
    requires: 'dataRequests',
    row: DataRequest,
    subject: dataRequest,
    filter: [
      ...(['id', 'kind', 'state', 'customerId', 'name', 'reason', 'maker', 'checker', 'approvedAt'] as const),
      ...(['expiresAt', 'count', 'kept', 'keptUntil'] as const),
    ],
    sort: ['approvedAt', 'expiresAt', 'kind', 'state', 'keptUntil'],
    search: ['id', 'customerId', 'name'],
    order: '-approvedAt',
    created: 'approvedAt',
  }),

  /** Has everything that is held about a customer written into one file, in clear. */
  askExport: change('POST /data-requests/export', {
    subject: customer,
    requires: 'dataRequests.add',
    args: { reason },
    when: customerFlow.can('edit'),
    ...twoPeople,
  }),

  /** Erases the personal data of a customer, for good; what the law wants kept stays without them. */
  askErasure: change('POST /data-requests/erasure', {
    subject: customer,
    requires: 'dataRequests.remove',
    args: { reason },
    risk: 'irreversible',
    when: customerFlow.can('erase'),
    faults: erasureFaults,
    ...twoPeople,
  }),

  /** Dry run of an erasure: what would go, what would stay and until when, and what stands against it. */
  outlook: read('POST /data-requests/outlook', {
    requires: 'dataRequests.remove',
    input: z.object({ id: Id('customer') }),
    output: ErasureOutlook,
    faults: ['not_found'],
  }),

  /** The file of an export, for whoever asked for it. */
  download: {
    ...read('GET /data-requests/{id}/download', {
      requires: 'dataRequests.add',
      input: z.object({ id: Id('dataRequest') }),
      output: z.null(),
      faults: ['not_found', 'export_gone'],
    }),
    file: true as const,
  },
})
