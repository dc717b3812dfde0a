import type { Rights } from '#contract/kernel/grants.ts'
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

/** Who asks, and what their roles let them do. */
export interface Actor extends OrgPosition, Rights {
  readonly id: IdOf<'staff'>
  readonly name: string
  readonly account: string
  readonly roles: readonly IdOf<'role'>[]
  readonly sessionId: string | null
  /** They have to choose a password of their own before anything else, … */
  readonly passwordDue: boolean
  /** … and those of whom it is required, then to set up two-factor. */
  readonly twoFactorRequired: boolean
  readonly twoFactor: boolean
  /** When they last proved, in this session, that it is still them. */
  readonly provenAt: Date | null
}
