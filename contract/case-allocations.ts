import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Money, PersonName, Rate, Ref, Version } from './kernel/values.ts'
import { rollPolicies } from './stages.ts'

/** A run gives cases to collectors; a rehearsal is the same but for that: it is only written down. */
const caseAllocationFlow = machine(
  'caseAllocations.state',
  { rehearsed: {}, running: {}, done: { undo: 'undone' }, undone: {} },
  { rehearsed: 'info', running: 'warn', done: 'good', undone: 'muted' },
)

/** Why a collector is given nothing in a stage that they have. */
export const assigneeBars = [
  ...(['disabled', 'noRight', 'stopped', 'rest', 'leave', 'sick', 'course', 'offSchedule'] as const),
  ...(['full', 'contract', 'locked', 'weightless'] as const),
] as const
const AssigneeBar = Choice('caseAllocations.bar', [...assigneeBars])
/** Why a unit is given nothing. */
export const shareBars = ['locked', 'contract', 'weightless', 'nobody'] as const
const ShareBar = Choice('caseAllocations.bar', [...shareBars])
/** Where a case in the queue comes from: it waited, it came from another stage, or its order falls due. */
export const queueKinds = ['waited', 'rolled', 'opened'] as const
const QueueKind = Choice('caseAllocations.kind', [...queueKinds])

/** One allocation: every stage with the cases that looked for a collector, and who got them. */
export const CaseAllocation = z.object({
  id: Id('caseAllocation'),
  version: Version,
  state: caseAllocationFlow.State,
  /** The business date it gives out cases for. */
  day: LocalDate,
  /** Who had it run; nobody: the clock. */
  operator: Ref('staff').nullable(),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Cases that looked for a collector, … */
  queued: z.int(),
  /** … those that found one, or stayed with theirs, … */
  given: z.int(),
  /** … and those for which nobody had room. */
  unplaced: z.int(),
  /** Cases that would move, and do not: of a dispute, a promise, a payment under way. */
  leftOut: z.int(),
  amount: Money,
})
export type CaseAllocation = z.output<typeof CaseAllocation>
/** Subject: an allocation of cases to collectors. */
export const caseAllocation = subject('caseAllocations', CaseAllocation, { prefix: 'AL', opens: '/allocation' })

/** One stage of an allocation. */
const AllocationStage = z.object({
  id: Id('stage'),
  name: z.string(),
  rollPolicy: Choice('stages.rollPolicy', [...rollPolicies]),
  queued: z.int(),
  given: z.int(),
  /** Of those given: they stayed with whoever had them. */
  kept: z.int(),
  unplaced: z.int(),
  amount: Money,
  waited: z.int(),
  rolled: z.int(),
  opened: z.int(),
  /** Since when the one has waited that has waited longest. */
  oldestWait: Instant.nullable(),
  /** Left out, by why. */
  promised: z.int(),
  held: z.int(),
  paying: z.int(),
  /** For how many more there is room; none: for any number. */
  room: z.int().nullable(),
  /** How far the agency that is furthest off its weight is off it, of all cases of the last 30 days. */
  off: Rate,
})
export type AllocationStage = z.output<typeof AllocationStage>

/** A unit that shared the cases of a stage with its siblings. */
const AllocationShare = z.object({
  unit: Ref('unit'),
  parent: Id('unit').nullable(),
  weight: z.int().nullable(),
  cases: z.int(),
  amount: Money,
  /** What was owed to it, in weights, before and after. */
  creditBefore: z.int(),
  creditAfter: z.int(),
  bar: ShareBar.nullable(),
})
export type AllocationShare = z.output<typeof AllocationShare>

/** A collector with the stage. */
const AllocationPerson = z.object({
  staff: Ref('staff'),
  unit: Ref('unit'),
  gets: z.int(),
  amount: Money,
  /** What they were given by the last allocation of a day before. */
  before: z.int(),
  /** Open cases when it began. */
  open: z.int(),
  capacity: z.int().nullable(),
  bar: AssigneeBar.nullable(),
})
export type AllocationPerson = z.output<typeof AllocationPerson>

/** One case in the queue of a stage, at its turn. */
const AllocatedCase = z.object({
  turn: z.int(),
  /** None where its order falls due on that day, and the case is only to be opened. */
  caseId: Id('case').nullable(),
  loanId: Id('loan'),
  name: PersonName.nullable(),
  amount: Money,
  kind: QueueKind,
  from: Ref('staff').nullable(),
  to: Ref('staff').nullable(),
  kept: z.boolean(),
})
export type AllocatedCase = z.output<typeof AllocatedCase>

/** A unit at a turn: what was owed to it, its weight, and what is owed to it then. */
const UnitTurn = z.object({
  unit: Ref('unit'),
  credit: z.int(),
  weight: z.int(),
  after: z.int(),
  chosen: z.boolean(),
})
/** A collector at a turn: what they had been given, and their open cases. */
const PersonTurn = z.object({
  staff: Ref('staff'),
  given: z.int(),
  amount: Money,
  open: z.int(),
  chosen: z.boolean(),
})
/** Why a case went to whom it went, by the figures of its turn. */
const AllocationReason = z.object({
  of: AllocatedCase,
  turns: z.int(),
  /** Level by level: agencies, then departments and groups where those have weights. */
  units: z.array(z.array(UnitTurn)),
  people: z.array(PersonTurn),
  /** Whoever had it and was passed over. */
  passedOver: Ref('staff').nullable(),
})
export type AllocationReason = z.output<typeof AllocationReason>

const ofStage = { id: Id('caseAllocation'), stage: Id('stage') } as const
/** Most cases of one answer. */
const casesMax = 1_000

/** Case allocation: cases are given to collectors by the weights of agencies, whoever is on duty, and what they have. */
export const caseAllocations = api('caseAllocations', {
  list: list('GET /case-allocations', {
    requires: 'caseAllocations',
    row: CaseAllocation,
    subject: caseAllocation,
    filter: ['id', 'state', 'day', 'operator', 'startedAt', 'finishedAt', 'queued', 'given', 'unplaced', 'leftOut'],
    sort: ['startedAt', 'day', 'queued', 'given', 'unplaced'],
    search: ['id'],
    order: '-startedAt',
    created: 'startedAt',
    export: 'GET /export/case-allocations',
  }),

  /** An allocation with its stages; shares and people of the one that is named, or of the first that has a queue. */
  detail: read('GET /case-allocations/{id}', {
    requires: 'caseAllocations',
    input: z.object({ id: Id('caseAllocation'), stage: Id('stage').optional() }),
    output: z.object({
      allocation: CaseAllocation,
      stages: z.array(AllocationStage),
      stage: Id('stage').nullable(),
      shares: z.array(AllocationShare),
      people: z.array(AllocationPerson),
    }),
    faults: ['not_found'],
  }),

  /** The cases of a stage in the order of their turns: of one collector, of nobody, or the first of all. */
  cases: read('GET /case-allocations/{id}/cases', {
    requires: 'caseAllocations',
    input: z.object({ ...ofStage, to: Id('staff').optional(), nobody: z.stringbool().optional() }),
    output: z.object({ cases: z.array(AllocatedCase).max(casesMax), count: z.int() }),
    faults: ['not_found'],
  }),

  /** Why the case of a turn went to whom it went: the turn is gone through once more, from what was written down. */
  explain: read('GET /case-allocations/{id}/reason', {
    requires: 'caseAllocations',
    input: z.object({ ...ofStage, turn: z.coerce.number().pipe(z.int().min(1)) }),
    output: AllocationReason,
    faults: ['not_found'],
  }),

  /** The turn that gave a case to its collector. */
  ofCase: read('GET /case-allocations/of-case', {
    requires: 'caseAllocations',
    input: z.object({ caseId: Id('case') }),
    output: z.object({ ...ofStage, turn: z.int() }),
    faults: ['not_allocated_by_run'],
  }),

  /** Goes through the next allocation, or one of today, and writes down who would be given what. No case changes. */
  rehearse: write('POST /case-allocations/rehearsals', {
    requires: 'caseAllocations',
    input: z.object({ day: Choice('caseAllocations.when', ['next', 'today']).default('next') }),
    output: z.object({ id: Id('caseAllocation') }),
    faults: ['allocation_under_way'],
  }),

  /** Has today's allocation run now, once more if it ran at night: what waits is given out. */
  run: write('POST /case-allocations/run', {
    requires: 'caseAllocations.assign',
    input: z.object({}),
    output: z.object({ id: Id('caseAllocation') }),
    touches: ['cases', 'collectors', 'loans', 'plans'],
    faults: ['allocation_under_way'],
  }),

  /** Has the cases wait again that nobody has touched since, and gives the units back what was owed to them. */
  undo: change('POST /case-allocations/undo', {
    subject: caseAllocation,
    requires: 'caseAllocations.assign',
    when: caseAllocationFlow.can('undo'),
    touches: ['cases', 'collectors', 'loans', 'plans'],
    faults: ['not_last_allocation', 'not_of_today'],
  }),
})
