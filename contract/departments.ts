import { z } from 'zod'
import { labelArgs, nameFieldNames, nameFields } from './dictionaries/words.ts'
import { api, change, write } from './kernel/endpoint.ts'
import { guard, ok, refused } from './kernel/fault.ts'
import { list } from './kernel/list.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Ref, Version } from './kernel/values.ts'

/** A department of the house: the head office, or one below it. What lies in agencies is a unit of theirs. */
export const Department = z.object({
  id: Id('unit'),
  version: Version,
  ...nameFields,
  /** Nothing of the head office, which everything stands below. */
  parent: Ref('unit').nullable(),
  officer: Ref('staff').nullable(),
  /** Staff in it, not below it. */
  staff: z.int(),
  /** Departments directly below it. */
  children: z.int(),
  /** Agencies that report to it. */
  agencies: z.int(),
  /** Ids from the root down, each between slashes. */
  path: z.string(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Department = z.output<typeof Department>
/** Subject: a department of the house. Its table is that of units, and so is its series of ids. */
export const department = subject('departments', Department, { opens: 'departments' })

const nameMax = 60
const about = { name: z.string().trim().min(1).max(nameMax), officerId: Id('staff').optional() } as const
const nameFaults = ['name_taken', 'unknown_staff'] as const
/** Lists that show the name of a unit, or whose rows are within reach by where it stands. */
const touches = ['units', 'staff', 'cases'] as const

const isBelowHeadOffice = guard<Department>(['parent'], ({ parent }) => (parent ? ok : refused('head_office_stays')))
const isEmpty = guard<Department>(['parent', 'children', 'agencies', 'staff'], ({ parent, staff, ...below }) => {
  if (!parent) return refused('head_office_stays')
  const count = below.children + below.agencies
  if (count > 0) return refused('unit_has_children', { count })
  return staff > 0 ? refused('unit_has_staff', { count: staff }) : ok
})

/** The house: its head office, and the departments below it to any depth. */
export const departments = api('departments', {
  list: list('GET /departments', {
    requires: 'departments',
    row: Department,
    subject: department,
    filter: [
      ...(['id', ...nameFieldNames, 'parent', 'officer', 'staff', 'children', 'agencies'] as const),
      ...(['path', 'changedBy', 'createdAt'] as const),
    ],
    sort: ['path', 'name', 'staff', 'createdAt'],
    search: ['id', 'name', 'givenName'],
    order: 'path',
    created: 'createdAt',
    follows: ['units', 'staff'],
  }),

  /** A department below another; below the head office where none is named. */
  add: write('POST /departments', {
    requires: 'departments.add',
    input: z.object({ ...about, parentId: Id('parentDepartment').optional() }),
    output: z.object({ id: Id('unit') }),
    faults: [...nameFaults, 'unknown_department'],
    rehearsable: true,
  }),

  edit: change('PUT /departments', {
    subject: department,
    requires: 'departments.edit',
    args: about,
    faults: nameFaults,
    touches,
  }),

  /** What it is called in other languages. */
  setNames: change('PUT /departments/names', {
    subject: department,
    requires: 'departments.edit',
    args: labelArgs(nameMax),
    touches,
  }),

  /** Below another department; departments in it, agencies that report to it, staff and their scope go along. */
  move: change('POST /departments/move', {
    subject: department,
    requires: 'departments.edit',
    args: { parentId: Id('parentDepartment') },
    when: isBelowHeadOffice,
    faults: ['head_office_stays', 'unknown_department', 'same_parent', 'unit_into_itself', 'name_taken'],
    touches,
  }),

  /** Has every agency report to a department, with whatever tells where it belongs, and cases wait there that nobody has. */
  takeAgencies: change('POST /departments/agencies', {
    subject: department,
    requires: 'departments.edit',
    faults: ['agencies_report_here', 'beyond_reach', 'name_taken'],
    touches,
  }),

  /** One that nothing is in, and nothing names. */
  remove: change('DELETE /departments', {
    subject: department,
    requires: 'departments.remove',
    when: isEmpty,
    faults: [
      ...(['head_office_stays', 'unit_has_children', 'unit_has_staff', 'unit_has_cases', 'unit_has_history'] as const),
      ...([
        'unit_has_lines',
        'unit_has_tickets',
        'unit_has_announcements',
        'unit_has_views',
        'unit_has_macros',
        'unit_in_use',
      ] as const),
    ],
    touches: ['units'],
  }),
})
