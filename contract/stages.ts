import { z } from 'zod'
import { api, change, write } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Version } from './kernel/values.ts'
import { stageDaysFaults } from './stage-days.ts'

/** Roll policy: whom a case goes to when it comes into the stage, anybody anew, or whoever had it while they may have it. */
export const rollPolicies = ['reallocate', 'keepIfEligible'] as const
const RollPolicy = Choice('stages.rollPolicy', [...rollPolicies])

/** A stage of collection: the days past due that it covers, and how its cases are worked. */
export const Stage = z.object({
  /** The code that staff give it: `S1`. */
  id: Id('stage'),
  version: Version,
  name: z.string(),
  /** Days past due, both included. */
  firstDay: z.int(),
  /** None: it has no end. */
  lastDay: z.int().nullable(),
  /** Whether collectors may see the address book of the customer's phone, where the law of the country lets anybody. */
  addressBookVisible: z.boolean(),
  rollPolicy: RollPolicy,
  /** Most open cases of it for one collector; none: as many as there are. */
  capacity: z.int().nullable(),
  openCases: z.int(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Stage = z.output<typeof Stage>
/** Subject: a stage of collection. */
export const stage = subject('stages', Stage, { opens: 'stages' })

const [nameMax, dayMax, capacityMax] = [40, 9_999, 100_000]
/** In capitals, so that nobody has to remember how it was written. */
const Code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9-]{0,9}$/)
const Day = z.int().min(0).max(dayMax)
const details = {
  name: z.string().trim().min(1).max(nameMax),
  firstDay: Day,
  lastDay: Day.nullable(),
  addressBookVisible: z.boolean(),
  rollPolicy: RollPolicy,
  capacity: z.int().min(1).max(capacityMax).nullable(),
} as const
const faults = ['name_taken', ...stageDaysFaults] as const
/** Lists that show the name of a stage. */
const touches = ['cases', 'caseTransfers', 'loans', 'reductions', 'collectors'] as const

const isEmpty = guard<Stage>(['openCases'], ({ openCases }) =>
  openCases > 0 ? refused('stage_has_cases', { count: openCases }) : ok,
)

/** Stages of collection, in the order of their days: none of these is left out, and none is in two. */
export const stages = api('stages', {
  list: list('GET /urge/stages', {
    requires: 'stages',
    row: Stage,
    subject: stage,
    filter: [
      ...(['id', 'name', 'firstDay', 'lastDay', 'addressBookVisible', 'rollPolicy', 'capacity', 'openCases'] as const),
      ...(['changedBy', 'createdAt'] as const),
    ],
    sort: ['firstDay', 'lastDay', 'id', 'name', 'capacity', 'openCases'],
    search: ['id', 'name'],
    order: 'firstDay',
    created: 'createdAt',
    follows: ['cases'],
  }),

  /** Where it reaches into the days of its neighbours, they end before it, or begin after it: told in `moved`. */
  add: write('POST /urge/stages', {
    requires: 'stages.add',
    input: z.object({ code: Code, ...details }),
    output: z.object({ id: Id('stage'), moved: z.array(z.string()) }),
    faults: ['known_already', ...faults],
    touches,
  }),

  /** Other days move its neighbours, too. */
  edit: change('PUT /urge/stages', { subject: stage, requires: 'stages.edit', args: details, faults, touches }),

  /** Its days go to the stage before it; those of the first to the one after. */
  remove: change('DELETE /urge/stages', {
    subject: stage,
    requires: 'stages.remove',
    when: isEmpty,
    faults: ['stage_has_cases', 'only_stage'],
    touches,
  }),
})
