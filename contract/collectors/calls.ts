import { z } from 'zod'
import { collectorFaults, OtherCollectors, TransferReason } from '../cases.ts'
import { api, change, read, write } from '../kernel/endpoint.ts'
import { guard, ok, refused } from '../kernel/fault.ts'
import { list } from '../kernel/list.ts'
import { idsMax } from '../kernel/selection.ts'
import { Choice, Id, LocalDate } from '../kernel/values.ts'
import { StaffSheetLine, staffFlow } from '../staff.ts'
import { Collector, collector } from './row.ts'

/** What becomes of the open cases of somebody who is given no more. */
const HeldCases = Choice('collectors.heldCases', ['keep', 'release'])

const [stagesMax, certificateMax, capacityMax] = [200, 40, 100_000]
/** Codes or names of stages, as they are typed: `S1, S2`. */
const Stages = z.string().trim().min(1).max(stagesMax)
const work = {
  /** A group or a department of an agency. */
  unitId: Id('unit'),
  stages: Stages,
  addressBookVisible: z.boolean(),
  capacity: z.int().min(1).max(capacityMax).nullable(),
  certificate: z.string().trim().max(certificateMax).nullable(),
  certificateUntil: LocalDate.nullable(),
} as const
const place = { agencyId: Id('unit'), participates: z.boolean() } as const
const { account, name, password, phone, jobNumber } = StaffSheetLine.shape
const member = { account, name, phone, password, jobNumber, roleId: Id('role').optional() } as const

/** One line of the sheet that collectors are added by, checked as the form is. */
export const NewCollector = z.object({
  ...{ ...member, ...place, ...work },
  state: Choice('staff.state', ['enabled', 'disabled']),
})
export type NewCollector = z.output<typeof NewCollector>
/** Each line has a password to be hashed, which takes a while. */
export const collectorSheetMax = 500

const who = { subject: collector } as const
const unitFaults = ['unknown_unit', 'unknown_agency', 'not_a_team', 'outside_agency'] as const
const workFaults = [...unitFaults, 'unknown_stages'] as const
const memberFaults = [
  ...(['account_taken', 'unknown_role', 'role_disabled', 'beyond_own_rights', 'not_collecting_role'] as const),
] as const
const templateFaults = [
  ...(['template_unknown', 'template_old', 'template_columns', 'template_empty'] as const),
  ...(['template_rows', 'template_quote', 'request_open'] as const),
] as const
const moves = ['cases', 'loans', 'plans', 'reductions'] as const

const isGiven = guard<Collector>(['participates'], (row) => (row.participates ? ok : refused('allocation_stopped')))
const isStopped = guard<Collector>(['participates'], (row) => (row.participates ? refused('allocation_open') : ok))

/** Collectors: whoever is given cases. */
export const collectors = api('collectors', {
  list: list('GET /urge/collectors', {
    requires: 'collectors',
    row: Collector,
    subject: collector,
    filter: [
      ...(['id', 'name', 'account', 'jobNumber', 'roles', 'agency', 'department', 'group', 'stages'] as const),
      ...(['participates', 'addressBookVisible', 'line', 'capacity', 'openCases', 'load', 'untouched'] as const),
      ...([
        'promisesDue',
        'keptRate',
        'state',
        'certificate',
        'certificateUntil',
        'certificateState',
        'changedBy',
      ] as const),
      'createdAt',
    ],
    sort: [
      ...(['name', 'account', 'jobNumber', 'agency', 'department', 'group', 'capacity', 'openCases', 'load'] as const),
      ...(['untouched', 'promisesDue', 'keptRate', 'state', 'certificateUntil', 'createdAt'] as const),
    ],
    search: ['name', 'account', 'jobNumber'],
    order: 'name',
    created: 'createdAt',
    export: 'GET /export/urge-person',
    follows: ['staff', 'cases', 'promises', 'lines', 'units'],
  }),

  /** Adds somebody who is new here, with an account. The role is that of collectors where none is named. */
  add: write('POST /urge/collectors', {
    requires: 'collectors.add',
    input: NewCollector,
    output: z.object({ id: Id('collector') }),
    faults: [...workFaults, ...memberFaults],
    secrets: ['password'],
    stepUp: true,
    fourEyes: true,
    touches: ['staff'],
  }),

  /** Makes a collector of somebody who has the role already; in a unit above theirs, as `move`. */
  takeIn: write('POST /urge/collectors/take', {
    requires: 'collectors.add',
    input: z.object({ staffId: Id('collectorCandidate'), phone: phone.optional(), ...place, ...work }),
    output: z.object({ id: Id('collector') }),
    faults: [...workFaults, 'unknown_candidate', 'phone_needed', 'own_role'],
    touches: ['staff'],
    fourEyes: true,
  }),

  /** Adds several people: all of them, or none. */
  addMany: write('POST /urge/collectors/many', {
    requires: 'collectors.add',
    input: z.object({ members: z.array(NewCollector).min(1).max(collectorSheetMax) }),
    output: z.object({ added: z.int() }),
    faults: [...workFaults, ...memberFaults],
    secrets: ['members'],
    stepUp: true,
    fourEyes: true,
    touches: ['staff'],
  }),

  /** Their open cases go with them where the unit is another; to one beyond their own, as `move`. */
  edit: change('PUT /urge/collectors', {
    ...{ ...who, requires: 'collectors.edit', args: work, faults: [...workFaults, 'own_role'] },
    touches: ['staff', ...moves],
    fourEyes: true,
  }),

  /** Gives somebody no more cases; those they have stay theirs, or go back to be given to others. */
  stopAllocation: change('POST /urge/collectors/stop', {
    ...{ ...who, requires: 'collectors.edit', args: { heldCases: HeldCases }, when: isGiven },
    touches: moves,
  }),
  /** Gives them cases again, where a role of theirs lets them work some. */
  openAllocation: change('POST /urge/collectors/open', {
    ...{ ...who, requires: 'collectors.edit', when: isStopped },
    faults: ['works_no_cases'],
  }),

  /**
   * Moves somebody to a group or department, and their open cases with them; to one beyond their own, where they may
   * something with money as far as their unit, once a second person has released it.
   */
  move: change('POST /urge/collectors/move', {
    ...{ ...who, requires: 'collectors.edit', args: { unitId: Id('unit') } },
    faults: [...unitFaults, 'same_unit', 'own_role'],
    touches: ['staff', ...moves],
    fourEyes: true,
  }),

  /** Gives so many of their open cases to another collector, or to several in turn: the oldest of those whose stage they have. */
  transfer: change('POST /urge/collectors/transfer', {
    ...{ ...who, requires: 'caseTransfers.assign', bounds: { count: 'openCases' } },
    args: {
      to: Id('collector'),
      count: z.int().min(1).max(idsMax),
      reason: TransferReason.optional(),
      others: OtherCollectors.optional(),
    },
    faults: [...collectorFaults, 'fewer_cases', 'other_count'],
    touches: ['caseTransfers', 'batches', ...moves],
  }),

  /** What `staff` does to the same person, for whoever keeps collectors. */
  enable: change('POST /urge/collectors/enable', {
    ...{ ...who, requires: 'collectors.remove', when: staffFlow.can('enable'), touches: ['staff'] },
  }),
  disable: change('POST /urge/collectors/disable', {
    ...{ ...who, requires: 'collectors.remove', when: staffFlow.can('disable') },
    faults: ['own_account', 'last_administrator'],
    touches: ['staff', 'tickets', ...moves],
  }),
  resetPassword: {
    ...change('POST /urge/collectors/resetPwd', {
      ...{ ...who, requires: 'collectors.remove', secrets: ['password'], stepUp: true },
      faults: ['own_account', 'beyond_own_rights'],
    }),
    output: Collector.extend({ password: z.string().optional() }),
  },

  /** The blank sheet that many are added by, … */
  template: {
    ...read('GET /urge/collectors/template', { requires: 'collectors.add', input: z.object({}), output: z.null() }),
    file: true as const,
  },
  /** … handed in: all of its lines, or none. Where the role moves money, it is filed as a request. */
  upload: {
    ...write('POST /urge/collectors/sheet', {
      requires: 'collectors.add',
      input: z.object({}),
      output: z.object({ added: z.int(), request: Id('approval').nullable() }),
      faults: templateFaults,
      stepUp: true,
    }),
    files: ['file'],
  },
})
