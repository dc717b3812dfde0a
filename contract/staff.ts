import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Ref, Version } from './kernel/values.ts'
import { NewPassword } from './session.ts'
import { languages } from './settings.ts'

/**
 * Account states. One that is frozen cannot sign in until somebody unfreezes it, and keeps its work; one that is
 * disabled gives its work away. Source: specification, section 4.
 */
export const staffFlow = machine(
  'staff.state',
  {
    enabled: { disable: 'disabled', freeze: 'frozen' },
    frozen: { unfreeze: 'enabled', disable: 'disabled' },
    disabled: { enable: 'enabled' },
  },
  { enabled: 'good', frozen: 'warn', disabled: 'muted' },
)

const Language = Choice('staff.language', languages)

/** Somebody who signs in. */
export const StaffMember = z.object({
  id: Id('staff'),
  version: Version,
  state: staffFlow.State,
  /** What they sign in with. */
  account: z.string(),
  name: z.string(),
  /** The names of their roles, in the order of the roles. */
  roles: z.string(),
  unit: Ref('unit'),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  jobNumber: z.string().nullable(),
  language: Language.nullable(),
  twoFactor: z.boolean(),
  /** A password of their own is due. */
  passwordDue: z.boolean(),
  /** In how many places they are signed in. */
  sessions: z.int(),
  lastSignInAt: Instant.nullable(),
  /** Where they signed in from then. */
  lastSignInIp: z.string().nullable(),
  createdAt: Instant,
})
export type StaffMember = z.output<typeof StaffMember>
export const staffMember = subject('staff', StaffMember, { opens: 'staff' })

const [nameMax, jobNumberMax, emailMax] = [80, 20, 120]
/** `meera.iyer`: letters, digits, points and dashes. */
const Account = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9._-]{1,39}$/)
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[0-9][0-9 -]{4,18}$/)
/** What is known of somebody beside account, roles and state. */
const details = {
  name: z.string().trim().min(1).max(nameMax),
  phone: Phone,
  unitId: Id('unit'),
  jobNumber: z.string().trim().min(1).max(jobNumberMax).optional(),
  email: z.email().max(emailMax).optional(),
  language: Language.optional(),
}
/** One line of the sheet that people are added by, checked as the form is, … */
export const StaffSheetLine = z.object({ account: Account, ...details, password: NewPassword })
/** … and with its role. */
const StaffSheetMember = StaffSheetLine.extend({ roleId: Id('role') })
/** Each line has a password to be hashed, which takes a while. */
export const staffSheetMax = 500

/** A password that is good once: whoever signs in with it chooses one of their own. */
const OneTime = StaffMember.extend({ password: z.string().optional() })

const people = { subject: staffMember } as const
const newMemberFaults = ['account_taken', 'unknown_unit', 'unknown_role', 'role_disabled', 'beyond_own_rights'] as const
const roleFaults = [
  'unknown_role',
  'role_disabled',
  'beyond_own_rights',
  'has_role',
  'lacks_role',
  'last_role',
] as const

/** Whoever works here: who may sign in, as what, and where. */
export const staff = api('staff', {
  list: list('GET /sysUser/list', {
    requires: 'staff',
    row: StaffMember,
    subject: staffMember,
    filter: [
      ...(['id', 'state', 'account', 'name', 'roles', 'unit', 'phone', 'email', 'jobNumber'] as const),
      ...(['language', 'twoFactor', 'passwordDue', 'sessions', 'lastSignInAt', 'createdAt'] as const),
    ],
    sort: ['account', 'name', 'state', 'unit', 'lastSignInAt', 'createdAt'],
    search: ['account', 'name', 'jobNumber'],
    order: 'account',
    created: 'createdAt',
  }),

  add: write('POST /sysUser/add', {
    requires: 'staff.add',
    input: z.object({
      account: Account,
      ...details,
      /** Good once: whoever signs in with it chooses one of their own. */
      password: NewPassword,
      roleId: Id('role'),
      state: Choice('staff.state', ['enabled', 'disabled']),
    }),
    output: z.object({ id: Id('staff') }),
    faults: newMemberFaults,
    secrets: ['password'],
    stepUp: true,
    fourEyes: true,
  }),

  /** Adds several people: all of them, or none. */
  addMany: write('POST /sysUser/addMany', {
    requires: 'staff.add',
    input: z.object({ members: z.array(StaffSheetMember).min(1).max(staffSheetMax) }),
    output: z.object({ added: z.int() }),
    faults: newMemberFaults,
    secrets: ['members'],
    stepUp: true,
    fourEyes: true,
  }),

  /** Open cases of theirs go with them to another unit; to one beyond their own, where they may something with money as far as their unit, once that is released. */
  edit: change('POST /sysUser/edit', {
    ...{ ...people, requires: 'staff.edit', args: details, faults: ['unknown_unit', 'beyond_own_rights', 'own_role'] },
    touches: ['cases', 'loans', 'plans', 'reductions', 'collectors'],
    fourEyes: true,
  }),

  /** Gives somebody one role more; one that moves money once a second person has released it. */
  addRole: change('POST /sysUser/addRole', {
    ...people,
    requires: 'staff.edit',
    args: { roleId: Id('role') },
    faults: [...roleFaults, 'own_role'],
    stepUp: true,
    fourEyes: true,
  }),

  /** Takes a role away from somebody who has another; cases, tickets and reviews that they may work no more wait for others. */
  removeRole: change('POST /sysUser/removeRole', {
    ...people,
    requires: 'staff.edit',
    args: { roleId: Id('role') },
    touches: ['cases', 'collectors', 'tickets', 'reviews', 'loans'],
    faults: [...roleFaults, 'last_administrator'],
    stepUp: true,
  }),

  enable: change('POST /sysUser/enable', { ...people, requires: 'staff.remove', when: staffFlow.can('enable') }),

  /** Keeps somebody out for good: signs them out, and gives their cases and tickets back to their pools. */
  disable: change('POST /sysUser/disable', {
    ...people,
    requires: 'staff.remove',
    when: staffFlow.can('disable'),
    touches: ['cases', 'tickets'],
    faults: ['own_account', 'last_administrator'],
  }),

  /** Keeps somebody out for the time being: signs them out, and leaves their work with them. */
  freeze: change('POST /sysUser/freeze', {
    ...people,
    requires: 'staff.remove',
    when: staffFlow.can('freeze'),
    faults: ['own_account', 'last_administrator'],
  }),

  unfreeze: change('POST /sysUser/unfreeze', { ...people, requires: 'staff.remove', when: staffFlow.can('unfreeze') }),

  /** Gives somebody a password that is good once, and signs them out. */
  resetPassword: {
    ...change('POST /sysUser/resetPwd', {
      ...people,
      requires: 'staff.remove',
      secrets: ['password'],
      stepUp: true,
      faults: ['own_account', 'beyond_own_rights'],
    }),
    output: OneTime,
  },

  /** Turns somebody's two-factor off, and signs them out. */
  resetTwoFactor: change('POST /sysUser/resetTwoFactor', {
    ...people,
    requires: 'staff.remove',
    stepUp: true,
    faults: ['own_account', 'beyond_own_rights', 'two_factor_off'],
  }),

  endSessions: change('POST /sysUser/endSessions', { ...people, requires: 'staff.remove', faults: ['not_signed_in'] }),

  /** The blank sheet that many people are added by. */
  template: {
    ...read('GET /sysUser/template', { requires: 'staff.add', input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /**
   * Adds the people of a filled sheet: all of them, or none where one line is wrong. Where a role moves money, the sheet is
   * filed as a request.
   */
  upload: {
    ...write('POST /sysUser/upload', {
      requires: 'staff.add',
      input: z.object({}),
      output: z.object({ added: z.int(), request: Id('approval').nullable() }),
      faults: [
        ...(['template_unknown', 'template_old', 'template_columns'] as const),
        ...(['template_empty', 'template_rows', 'template_quote', 'request_open'] as const),
      ],
      stepUp: true,
    }),
    files: ['file'],
  },
})
