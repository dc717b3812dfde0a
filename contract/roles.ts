import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { scopes } from './kernel/grants.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { buttons } from './kernel/rights.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, Version } from './kernel/values.ts'
import { MenuNode, type PageId, pageIds } from './menu.ts'

/** A role that is disabled grants nothing from the next call on. */
const roleFlow = machine(
  'roles.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

const [all, ...others] = scopes
/** Whose rows a right reaches. */
const Scope = Choice('lens.scope', [all, ...others])

/**
 * Names of the roles that come with the product, by their ids. Until staff name one otherwise it is called in the words of
 * whoever reads: `roles.product.ADM`.
 */
export const productRoles = {
  ADM: 'Administrator',
  EXE: 'Executive',
  MGR: 'Manager',
  OPS: 'Operations',
  CS: 'Customer service',
  GL: 'Group leader',
  CTL: 'Collection team leader',
  COL: 'Collection specialist',
  SPI: 'Internal supervisor',
  SPE: 'External supervisor',
  SAL: 'Salesman',
  MU: 'Marketing specialist, uncertified',
  ML: 'Marketing specialist, limit not borrowed',
  MR: 'Marketing specialist, repaid not reborrowed',
  MF: 'Marketing specialist, failed disbursement',
  OUT: 'Out-calling',
  REV: 'Reviewer',
  QC: 'Quality inspector',
} as const

/** What somebody is in the business. */
export const Role = z.object({
  id: Id('role'),
  version: Version,
  state: roleFlow.State,
  name: z.string(),
  /** The short name that other systems know it by. */
  mark: z.string(),
  /** How many have it, and how many of them are signed in. */
  people: z.int(),
  signedIn: z.int(),
  /** How many pages it shows. */
  pages: z.int(),
  /** Whose rows it reaches on the page where it reaches furthest; none: it shows no page. */
  scope: Scope.nullable(),
  /** How often a day personal data is shown to whoever has it, and how many rows an export may have; none: no bound. */
  revealsMax: z.int().nullable(),
  exportRowsMax: z.int().nullable(),
  /** Whether nobody has it without two-factor; a demo holds nobody to it. */
  twoFactor: z.boolean(),
  changedAt: Instant.nullable(),
  createdAt: Instant,
})
export type Role = z.output<typeof Role>
export const role = subject('roles', Role, { opens: '/role', findBy: ['label'] })

const [nameMax, quotaMax, codesMax] = [60, 10_000_000, Object.values(buttons).reduce((sum, code) => sum | code, 0)]

/** What a role grants on one page: the sum of its button codes, and whose rows. */
export const GrantedPage = z.object({
  page: z.enum(pageIds as [PageId, ...PageId[]]),
  codes: z.int().min(0).max(codesMax),
  scope: Scope,
})
export type GrantedPage = z.output<typeof GrantedPage>

const Quota = z.int().min(0).max(quotaMax).nullable()
/** How a role may be known elsewhere: `CTL`. */
const Mark = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9_]{1,11}$/)

/** Somebody who has a role, with all roles that they have: what they lose here another may still grant. */
export const RoleHolder = z.object({
  id: Id('staff'),
  name: z.string(),
  unit: z.string(),
  roles: z.array(Id('role')),
  signedIn: z.boolean(),
})
export type RoleHolder = z.output<typeof RoleHolder>

/** What waits for others where a role grants less than it did. */
const workOfHolders = ['cases', 'collectors', 'tickets', 'reviews', 'loans'] as const

/** Roles: what they grant, and who has them. */
export const roles = api('roles', {
  list: list('GET /sysRole/list', {
    requires: 'roles',
    row: Role,
    subject: role,
    filter: [
      ...(['id', 'state', 'name', 'mark', 'people', 'signedIn', 'pages', 'scope', 'revealsMax'] as const),
      ...(['exportRowsMax', 'twoFactor', 'changedAt', 'createdAt'] as const),
    ],
    sort: ['mark', 'name', 'state', 'people', 'changedAt'],
    search: ['mark', 'name'],
    order: 'mark',
    created: 'createdAt',
  }),

  /** A role with what it grants, and who has it. */
  detail: read('GET /sysRole/detail', {
    requires: 'roles',
    input: z.object({ id: Id('role') }),
    output: z.object({ role: Role, grants: z.array(GrantedPage), people: z.array(RoleHolder) }),
    faults: ['not_found'],
  }),

  /** Adds a role, or says anew what it is and grants: all of it, in force with the next call of whoever has it. */
  edit: write('POST /sysRole/edit', {
    requires: ['roles.add', 'roles.edit'],
    input: z.object({
      /** None adds one. */
      id: Id('role').optional(),
      version: Version.optional(),
      name: z.string().trim().min(1).max(nameMax),
      mark: Mark,
      state: roleFlow.State,
      revealsMax: Quota,
      exportRowsMax: Quota,
      /** Left out, it is as it was; of a role that is added, no. */
      twoFactor: z.boolean().optional(),
      grants: z.array(GrantedPage).max(pageIds.length),
    }),
    output: Role,
    touches: workOfHolders,
    faults: [
      ...(['not_found', 'stale_version', 'mark_taken', 'page_twice', 'button_unknown', 'beyond_own_rights'] as const),
      ...(['administrator_needs', 'administrator_mark', 'beyond_own_quota', 'own_role'] as const),
    ],
    stepUp: true,
    fourEyes: true,
    rehearsable: true,
  }),

  setState: change('POST /sysRole/state', {
    subject: role,
    requires: 'roles.remove',
    args: { state: roleFlow.State },
    touches: workOfHolders,
    faults: ['administrator_needs', 'own_role', 'beyond_own_rights', 'beyond_own_quota'],
    stepUp: true,
    fourEyes: true,
  }),

  /** Every page there is, as a menu, each with all the buttons that something asks for there. */
  menu: read('POST /sysRole/all/menu', {
    requires: 'roles',
    input: z.object({}),
    output: z.object({
      menu: z.array(MenuNode),
      /** Buttons that move money, or end something for good. */
      money: z.array(z.object({ page: z.enum(pageIds as [PageId, ...PageId[]]), code: z.int() })),
    }),
  }),
})
