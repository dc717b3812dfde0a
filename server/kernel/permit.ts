import { type Button, buttons, isOpen, type May, type Right } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'

/** Whose rows a role sees on a page. A listing says what each means for its rows; what it does not say is nothing. */
export const scopes = ['all', 'department', 'agency', 'group', 'own'] as const
export type Scope = (typeof scopes)[number]

/** What one role grants on one page: the sum of its button codes, and whose rows. */
export interface Grant {
  readonly page: PageId
  readonly codes: number
  readonly scope: Scope
}

/** Where a member of staff stands in the business. */
export interface Post {
  /** The unit they belong to: a department, an agency's department or a group. */
  readonly unitId: IdOf<'unit'>
  /** The units from the root down to theirs, each id between slashes: `/1/4/9/`. */
  readonly unitPath: string
  /** Theirs, and every unit below it. */
  readonly unitIds: readonly IdOf<'unit'>[]
  readonly agencyId: IdOf<'unit'> | null
}

/** Who asks, and what their roles let them do. */
export interface Actor extends Post {
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
  /** Every page granted, with all of its button codes, over all roles. */
  readonly granted: ReadonlyMap<PageId, number>
  may(may: May): boolean
  /** Whose rows a right reaches: the scopes of the roles that grant it, and of no other. */
  scopesOf(may: May): readonly Scope[]
}

const split = (right: Right): readonly [PageId, number] => {
  const [page, button] = right.split('.') as [PageId, Button | undefined]
  return [page, button ? buttons[button] : 0]
}

/** The rights of somebody with these grants: the union over roles, each scope kept to the page it was granted for. */
export function rightsOf(grants: readonly Grant[]): Pick<Actor, 'granted' | 'may' | 'scopesOf'> {
  const granted = new Map<PageId, number>()
  for (const { page, codes } of grants) granted.set(page, (granted.get(page) ?? 0) | codes)

  const grantsFor = (right: Right) => {
    const [page, code] = split(right)
    return grants.filter((grant) => grant.page === page && (grant.codes & code) === code)
  }
  const anyOf = (may: May): readonly Right[] => (isOpen(may) ? [] : typeof may === 'string' ? [may] : may)

  return {
    granted,
    may: (may) => isOpen(may) || anyOf(may).some((right) => grantsFor(right).length > 0),
    scopesOf: (may) => [...new Set(anyOf(may).flatMap((right) => grantsFor(right).map(({ scope }) => scope)))],
  }
}
