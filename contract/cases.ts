import { z } from 'zod'
import { placedCall } from './calls.ts'
import { contactFaults, notOnHold } from './contact-rules.ts'
import { HoldKindChoice } from './hold-kinds.ts'
import { api, change } from './kernel/endpoint.ts'
import { every } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Masked, Money, offering, PersonName, Ref, Version } from './kernel/values.ts'
import { loanFlow } from './loans/flow.ts'
import { orderFields } from './loans/order-fields.ts'

/** A case looks for a collector, is worked by one, and is closed for a reason. One open case per order. */
export const caseFlow = machine(
  'cases.state',
  {
    allocating: { allocate: 'allocated', transfer: 'allocated', end: 'closed' },
    allocated: { reach: 'allocated', transfer: 'allocated', release: 'allocating', end: 'closed' },
    closed: { reopen: 'allocated' },
  },
  { allocating: 'warn', allocated: 'info', closed: 'muted' },
)

/** Why a case was closed. The first four by what happened to the order; the last two by decision. */
export const CloseReason = Choice('cases.closeReason', [
  'paid',
  'extended',
  'writtenOff',
  'rolled',
  'recalled',
  'cancelled',
])
/** Why somebody may end a case by hand. */
const EndReason = Choice('cases.closeReason', ['paid', 'recalled', 'cancelled'])

/** Which cases are given to another collector: those that were marked, so many of one who has them, or all of theirs. */
export const TransferKind = Choice('cases.transferKind', ['selected', 'count', 'all'])
const reasonMax = 500
/** Why a case is given to somebody else. */
export const TransferReason = offering(z.string().trim().max(reasonMax), 'transfer', [
  'onLeave',
  'tooMany',
  'language',
  'complaint',
  'experience',
])

const othersMax = 200
/** Collectors who share cases in turn with the first: their accounts, job numbers or names, as typed: `asha, 1042`. */
export const OtherCollectors = z.string().trim().min(1).max(othersMax)
const receiverFaults = ['unknown_collector', 'same_collector', 'lacks_stage'] as const
/** Why cases go to none of those who were named. */
export const collectorFaults = [...receiverFaults, 'unclear_collector'] as const

/** Why a case is worked next: its promise was broken today, its follow-up is due, nobody was contacted, its amount. */
export const nextReasons = ['broken', 'due', 'never', 'amount'] as const
/** Order of work, where nobody has chosen another: by reason, what has been due the longest first, then by amount. */
export const orderOfWork = ['nextReason', 'followUpAt', '-repayable'] as const

/** An overdue order in the hands of collection. */
export const Case = z.object({
  id: Id('case'),
  version: Version,
  state: caseFlow.State,
  loanId: Id('loan'),
  customerId: Id('customer'),
  name: PersonName.nullable(),
  phone: Masked('phone').nullable(),
  stage: Ref('stage'),
  overdueDays: z.int().nullable(),
  dueDate: LocalDate.nullable(),
  principal: Money,
  penalty: Money,
  repayable: Money,
  /** When the customer promised to pay. */
  promisedFor: LocalDate.nullable(),
  /** The day on which it became clear that a promise was broken, of the latest such. */
  brokenOn: LocalDate.nullable(),
  followUpAt: Instant.nullable(),
  lastResult: Choice('cases.result', [1, 2, 3, 4, 5, 6, 7, 8, 9]).nullable(),
  willingness: Choice('vocabularies.willingness', [1, 2, 3, 4, 5]).nullable(),
  lastContactAt: Instant.nullable(),
  hold: HoldKindChoice.nullable(),
  collector: Ref('staff').nullable(),
  group: Ref('unit').nullable(),
  agency: Ref('unit').nullable(),
  allocatedAt: Instant.nullable(),
  openedAt: Instant,
  loanState: loanFlow.State,
  ...orderFields,
  /** Whether the customer was reminded of a debt today. */
  remindedToday: z.boolean(),
  /** How often they were contacted today: calls, messages and robots together, whether or not anybody answered. */
  contactsToday: z.int(),
  /** Why it comes next; none while it is not to be worked: its follow-up lies ahead, or its hold forbids calls. */
  nextReason: Choice('caseWorkspace.reason', [...nextReasons]).nullable(),
})
export type Case = z.output<typeof Case>
/** A case that is closed, with what came of it. */
export const ClosedCase = Case.extend({
  closeReason: CloseReason,
  closedAt: Instant,
  /** What was paid while it was open. */
  recovered: Money,
  /** Days from its last allocation to its end; none where nobody had it. */
  daysHeld: z.int().nullable(),
  followUps: z.int(),
  promisesKept: z.int(),
  promisesBroken: z.int(),
})
export type ClosedCase = z.output<typeof ClosedCase>
/** Subject: a collection case. */
export const collectionCase = subject('cases', Case, {
  prefix: 'CS',
  opens: '/detail2',
  findBy: ['id', 'loan', 'customer'],
})

/** A case whose customer is being reached. */
const Reached = Case.extend({ ...placedCall })
const reaching = {
  subject: collectionCase,
  requires: 'openCases.edit',
  when: every<Case>(caseFlow.can('reach'), notOnHold),
  faults: [...contactFaults, 'number_marked', 'on_a_call'],
  secrets: ['number'],
} as const

/** Overdue orders in the hands of collection. */
export const cases = api('cases', {
  open: list('GET /cases/open', {
    requires: 'openCases',
    row: Case,
    subject: collectionCase,
    filter: [
      'id',
      'state',
      'loanId',
      'customerId',
      'name',
      'phone',
      'stage',
      'overdueDays',
      'dueDate',
      'principal',
      'penalty',
      'repayable',
      'promisedFor',
      'brokenOn',
      'followUpAt',
      'lastResult',
      'willingness',
      'lastContactAt',
      'hold',
      'collector',
      'group',
      'agency',
      'allocatedAt',
      'openedAt',
      'loanState',
      'product',
      'app',
      'customerKind',
      'contactsToday',
      'nextReason',
    ],
    sort: [
      ...(['loanId', 'openedAt', 'overdueDays', 'followUpAt', 'allocatedAt', 'state', 'stage', 'name'] as const),
      ...(['repayable', 'dueDate', 'promisedFor', 'lastContactAt', 'collector', 'penalty', 'principal'] as const),
      'nextReason',
    ],
    search: ['id', 'loanId', 'name', 'phone'],
    order: '-openedAt',
    created: 'openedAt',
    sums: ['repayable', 'principal', 'penalty'],
    export: 'GET /export/repay-task',
  }),

  closed: list('GET /cases/closed', {
    requires: 'closedCases',
    row: ClosedCase,
    subject: collectionCase,
    filter: [
      ...(['id', 'loanId', 'customerId', 'name', 'phone', 'stage', 'closeReason', 'closedAt', 'recovered'] as const),
      ...(['daysHeld', 'followUps', 'promisesKept', 'promisesBroken', 'collector', 'group', 'agency'] as const),
      ...([
        'allocatedAt',
        'openedAt',
        'lastResult',
        'lastContactAt',
        'loanState',
        'product',
        'app',
        'customerKind',
      ] as const),
    ],
    sort: ['closedAt'],
    search: ['id', 'loanId', 'name', 'phone'],
    order: '-closedAt',
    created: 'closedAt',
    sums: ['recovered', 'repayable'],
    export: 'GET /export/task',
  }),

  /** Takes a case out of collection for good. */
  end: change('POST /cases/end', {
    subject: collectionCase,
    requires: 'openCases.assign',
    args: { reason: EndReason },
    when: caseFlow.can('end'),
    faults: ['still_owed'],
  }),

  /** Gives a case to a collector within reach, whoever has it. */
  transfer: change('POST /cases/transfer', {
    subject: collectionCase,
    requires: 'openCases.assign',
    args: { to: Id('collector'), kind: TransferKind, reason: TransferReason.optional() },
    when: caseFlow.can('transfer'),
    touches: ['caseTransfers', 'loans', 'plans'],
    faults: receiverFaults,
  }),

  /** The same among several: the rows of a run go in turn to those who have the stage. */
  shareOut: change('POST /cases/share-out', {
    subject: collectionCase,
    requires: 'openCases.assign',
    args: {
      to: Id('collector'),
      others: OtherCollectors,
      kind: TransferKind,
      reason: TransferReason.optional(),
    },
    when: caseFlow.can('transfer'),
    touches: ['caseTransfers', 'loans', 'plans'],
    faults: collectorFaults,
  }),

  /** Takes a case from its collector: it waits for the next allocation, behind none that waits less long. */
  recall: change('POST /cases/recall', {
    subject: collectionCase,
    requires: 'openCases.assign',
    args: { reason: TransferReason.optional() },
    when: caseFlow.can('release'),
    touches: ['caseTransfers', 'loans', 'plans'],
  }),

  /**
   * Opens a closed case again, in the stage it had: for whoever had it, or to be allocated where they may have it no more.
   * An order that has left that stage, owes nothing or has another case keeps it closed.
   */
  reopen: change('POST /cases/reopen', {
    subject: collectionCase,
    requires: 'closedCases.assign',
    when: caseFlow.can('reopen'),
    touches: ['loans', 'plans'],
    faults: ['case_open', 'left_stage'],
  }),

  /**
   * Calls the customer: from the seat of whoever calls, else the number is answered for their own phone; as the rules for
   * contacts allow.
   */
  call: {
    ...change('POST /cases/call', { ...reaching, contacts: 'call', touches: ['calls', 'caseWorkspace'] }),
    output: Reached,
  },

  /** The same, to write to them. */
  whatsApp: {
    ...change('POST /cases/whatsapp', { ...reaching, contacts: 'whatsApp', touches: ['calls', 'caseWorkspace'] }),
    output: Reached,
  },
})
