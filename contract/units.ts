import { z } from 'zod'
import { labelArgs, nameFieldNames, nameFields } from './dictionaries/words.ts'
import { api, change, read, write } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { annotate } from './kernel/field.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, LocalDate, Money, Rate, Ref, Version } from './kernel/values.ts'
import { fullWeight } from './unit-weights.ts'

/** Levels of the organisation of collection: an agency has departments, those have groups. */
const unitKinds = ['agency', 'department', 'group'] as const
const UnitKind = Choice('units.kind', [...unitKinds])
const Weight = z.int().min(0).max(fullWeight)

/** A unit that collects: an agency, or a department or group in one. */
export const Unit = z.object({
  id: Id('unit'),
  version: Version,
  ...nameFields,
  kind: UnitKind,
  parent: Ref('unit').nullable(),
  /** The agency that it is, or is in. */
  agency: Ref('unit'),
  officer: Ref('staff').nullable(),
  /** Share of new cases among its siblings, in percent. */
  weight: Weight.nullable(),
  /** Gets no new cases, whatever its weight. */
  locked: z.boolean(),
  /** Whether its agency is another business. */
  external: z.boolean(),
  contractFrom: LocalDate.nullable(),
  contractUntil: LocalDate.nullable(),
  certificate: z.string().nullable(),
  /** Names of the stages that its collectors, and those below it, are given. */
  stages: z.string(),
  /** Collectors in it and below it. */
  collectors: z.int(),
  /** Open cases in it and below it, and what is owed of them. */
  openCases: z.int(),
  owed: Money,
  /** Units directly below it. */
  children: z.int(),
  /** Staff in it, not below it. */
  staff: z.int(),
  /** Ids from the root down, each between slashes. */
  path: z.string(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Unit = z.output<typeof Unit>
/** Subject: a unit that collects. */
export const unit = subject('units', Unit, { prefix: 'UN', opens: 'agencies' })

const [nameMax, certificateMax] = [60, 60]
const Name = z.string().trim().min(1).max(nameMax)
const about = { name: Name, officerId: Id('staff').optional() } as const
const contract = {
  external: z.boolean(),
  contractFrom: LocalDate.optional(),
  contractUntil: LocalDate.optional(),
  certificate: z.string().trim().max(certificateMax).optional(),
} as const
const nameFaults = ['name_taken', 'unknown_staff'] as const
/** Lists that show the name of a unit, or where it stands. */
const touches = ['cases', 'caseTransfers', 'staff', 'departments'] as const

/** A unit among its siblings, as weights are given. */
const Sibling = z.object({
  id: Id('unit'),
  version: Version,
  name: z.string(),
  weight: Weight.nullable(),
  locked: z.boolean(),
})
export type Sibling = z.output<typeof Sibling>

const ofKind = (kinds: readonly Unit['kind'][], fault: string) =>
  guard<Unit>(['kind'], ({ kind }) => (kinds.includes(kind) ? ok : refused(fault)))
const isAgency = ofKind(['agency'], 'not_an_agency')
const isEmpty = guard<Unit>(['children', 'staff', 'openCases'], ({ children, staff, openCases }) => {
  if (children > 0) return refused('unit_has_children', { count: children })
  if (staff > 0) return refused('unit_has_staff', { count: staff })
  return openCases > 0 ? refused('unit_has_cases', { count: openCases }) : ok
})
const isLocked = (locked: boolean) =>
  guard<Unit>(['locked'], (row) => (row.locked === locked ? ok : refused(locked ? 'unit_not_locked' : 'unit_locked')))

const ppmMax = 1_000_000
/** What is paid of what is recovered: at most all of it. */
const CommissionRate = annotate({ kind: 'rate' }, z.int().min(0).max(ppmMax).brand<'Rate', 'inout'>())

/** What an agency is paid in a stage: what is in force, and what will be next. */
const StageRate = z.object({
  stage: z.string(),
  rate: Rate.nullable(),
  since: LocalDate.nullable(),
  nextRate: Rate.nullable(),
  nextFrom: LocalDate.nullable(),
})
export type StageRate = z.output<typeof StageRate>

/** Agencies that collect, with the departments and groups in them. */
export const units = api('units', {
  list: list('GET /urge/agencies', {
    requires: 'agencies',
    row: Unit,
    subject: unit,
    filter: [
      ...([
        'id',
        ...nameFieldNames,
        'kind',
        'parent',
        'agency',
        'officer',
        'weight',
        'locked',
        'external',
        'contractFrom',
      ] as const),
      ...(['contractUntil', 'certificate', 'stages', 'collectors', 'openCases', 'owed', 'path'] as const),
      ...(['changedBy', 'createdAt'] as const),
    ],
    sort: ['path', 'name', 'kind', 'weight', 'contractUntil', 'collectors', 'openCases', 'owed', 'createdAt'],
    search: ['id', 'name', 'givenName'],
    order: 'path',
    created: 'createdAt',
    export: 'GET /export/agencies',
    follows: ['cases', 'staff'],
  }),

  /** An agency, below whoever agencies report to. */
  add: write('POST /urge/agencies', {
    requires: 'agencies.add',
    input: z.object({ ...about, ...contract }),
    output: z.object({ id: Id('unit') }),
    faults: [...nameFaults, 'contract_ends_first', 'beyond_reach'],
  }),

  /** A department in an agency, or a group in a department. */
  addChild: change('POST /urge/agencies/children', {
    subject: unit,
    requires: 'agencies.add',
    args: about,
    when: ofKind(['agency', 'department'], 'nothing_below_group'),
    faults: [...nameFaults, 'nothing_below_group'],
  }),

  edit: change('PUT /urge/agencies', {
    subject: unit,
    requires: 'agencies.edit',
    args: about,
    faults: nameFaults,
    touches,
  }),

  /** What it is called in other languages. */
  setNames: change('PUT /urge/agencies/names', {
    subject: unit,
    requires: 'agencies.edit',
    args: labelArgs(nameMax),
    touches,
  }),

  /** Whose business an agency is, and the contract with it. */
  setContract: change('PUT /urge/agencies/contract', {
    subject: unit,
    requires: 'agencies.edit',
    args: contract,
    when: isAgency,
    faults: ['contract_ends_first', 'not_an_agency'],
    touches: ['accessReviews'],
  }),

  /**
   * Below another agency or department; staff and open cases go along. To another agency, with people who may something
   * with money as far as theirs, once a second person has released it.
   */
  move: change('POST /urge/agencies/move', {
    subject: unit,
    requires: 'agencies.edit',
    args: { parentId: Id('parentUnit') },
    when: ofKind(['department', 'group'], 'agencies_stay'),
    faults: ['agencies_stay', 'wrong_parent', 'same_parent', 'unit_into_itself', 'name_taken', 'own_role'],
    touches,
    fourEyes: true,
  }),

  lock: change('POST /urge/agencies/lock', {
    subject: unit,
    requires: 'agencies.edit',
    when: isLocked(false),
    faults: ['unit_locked'],
  }),
  unlock: change('POST /urge/agencies/unlock', {
    subject: unit,
    requires: 'agencies.edit',
    when: isLocked(true),
    faults: ['unit_not_locked'],
  }),

  /** One that nothing is in, and nothing was. */
  remove: change('DELETE /urge/agencies', {
    subject: unit,
    requires: 'agencies.remove',
    when: isEmpty,
    faults: [
      ...(['unit_has_children', 'unit_has_staff', 'unit_has_cases', 'unit_has_history'] as const),
      ...(['unit_has_lines', 'unit_has_tickets', 'unit_in_use'] as const),
      ...(['unit_has_announcements', 'unit_has_views', 'unit_has_macros'] as const),
    ],
  }),

  /** The units below one, or the agencies where none is named, in the order of the list. */
  siblings: read('GET /urge/agencies/siblings', {
    requires: 'agencies',
    input: z.object({ parentId: Id('unit').optional() }),
    output: z.object({ parent: Ref('unit').nullable(), siblings: z.array(Sibling) }),
    faults: ['unknown_unit'],
  }),

  /** Weights and locks of all siblings in one call: those that are not locked come to 100. */
  setWeights: write('POST /urge/agencies/weights', {
    requires: 'agencies.edit',
    input: z.object({
      parentId: Id('unit').optional(),
      shares: z
        .array(Sibling.omit({ name: true }))
        .min(1)
        .max(200),
    }),
    output: z.object({ siblings: z.array(Sibling) }),
    faults: ['unknown_unit', 'weight_missing', 'weights_not_full', 'other_siblings', 'siblings_stale'],
  }),

  /** What an agency is paid, stage by stage. */
  commission: read('GET /urge/agencies/commission', {
    requires: 'agencies',
    input: z.object({ id: Id('unit') }),
    output: z.object({ rates: z.array(StageRate) }),
  }),

  /** What an agency is paid in a stage from a day on; what was before stays written down. */
  setCommission: change('POST /urge/agencies/commission', {
    subject: unit,
    requires: 'agencies.edit',
    args: { stage: Id('stage'), rate: CommissionRate, from: LocalDate },
    when: isAgency,
    faults: ['not_an_agency', 'unknown_stage', 'rate_not_newest'],
  }),
})
