import { type Rights, rightsOf } from '#contract/kernel/grants.ts'
import type { IdOf } from '#contract/kernel/values.ts'

/** Org position: where a member of staff stands in the business. */
export interface OrgPosition {
  /** The unit they belong to: a department, an agency's department or a group. */
  readonly unitId: IdOf<'unit'>
  /** The units from the root down to theirs, each id between slashes: `/1/4/9/`. */
  readonly unitPath: string
  /** Theirs, and every unit below it. */
  readonly unitIds: readonly IdOf<'unit'>[]
  readonly agencyId: IdOf<'unit'> | null
}

/** Quotas of somebody, by the most generous of their roles; none: no bound of their own. */
export interface Quotas {
  /** How often a day personal data is shown to them. */
  readonly reveals: number | null
  /** How many rows a file of theirs may have. */
  readonly exportRows: number | null
}

/** Somebody who is away: they and their roles. */
export interface Delegator {
  readonly id: IdOf<'staff'>
  readonly roles: readonly IdOf<'role'>[]
}

/** Who asks, and what their roles let them do. */
export interface Actor extends OrgPosition, Rights {
  readonly id: IdOf<'staff'>
  readonly name: string
  readonly account: string
  readonly roles: readonly IdOf<'role'>[]
  /** Colleagues who are away and whose approvals are theirs to give meanwhile. */
  readonly standsInFor: readonly Delegator[]
  /** Changes whenever what they may, or where they stand, does. */
  readonly rightsVersion: string
  readonly quotas: Quotas
  readonly sessionId: IdOf<'session'> | null
  /** They have to choose a password of their own before anything else, … */
  readonly passwordDue: boolean
  /** … and those of whom it is required, then to set up two-factor. */
  readonly twoFactorRequired: boolean
  readonly twoFactor: boolean
  /** When they last proved, in this session, that it is still them. */
  readonly provenAt: Date | null
}

/** The id of whoever calls before anybody has signed in: providers, the customers' app. */
export const nobody = 'nobody' as Actor['id'] // no member of staff has it

/** Who calls before anybody has signed in. */
export const anonymous: Actor = {
  id: nobody,
  name: '–',
  account: '',
  roles: [],
  standsInFor: [],
  sessionId: null,
  passwordDue: false,
  rightsVersion: '',
  quotas: { reveals: null, exportRows: null },
  twoFactorRequired: false,
  twoFactor: false,
  provenAt: null,
  unitId: '' as Actor['unitId'], // nor any unit
  unitPath: '',
  unitIds: [],
  agencyId: null,
  ...rightsOf([]),
}

/** Who acts where the clock does: scheduled work that makes a call of staff, by its name, with every right. */
export const scheduledActor = (name: string): Actor => ({
  ...anonymous,
  name,
  may: () => true,
  scopesOf: () => ['all'],
})
