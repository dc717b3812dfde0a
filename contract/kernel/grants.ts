import type { PageId } from '../menu.ts'
import { type Button, buttons, needsNoRight, type Requirement, type Right } from './rights.ts'

/**
 * Scope (row-level access): whose rows a role sees on a page. A listing says what each means for its rows; what it does
 * not say is nothing.
 */
export const scopes = ['all', 'department', 'agency', 'group', 'own', 'sample'] as const
export type Scope = (typeof scopes)[number]

/** What one role grants on one page: the sum of its button codes, and whose rows. */
export interface Grant {
  readonly page: PageId
  readonly codes: number
  readonly scope: Scope
}

/** Permissions of a user, by what their roles grant. */
export interface Rights {
  /** Every page granted, with all of its button codes, over all roles. */
  readonly granted: ReadonlyMap<PageId, number>
  may(may: Requirement): boolean
  /** Whose rows a right reaches: the scopes of the roles that grant it, and of no other. */
  scopesOf(may: Requirement): readonly Scope[]
}

const split = (right: Right): readonly [PageId, number] => {
  const [page, button] = right.split('.') as [PageId, Button | undefined]
  return [page, button ? buttons[button] : 0]
}

/** The rights of somebody with these grants: the union over roles, each scope kept to the page it was granted for. */
export function rightsOf(grants: readonly Grant[]): Rights {
  const granted = new Map<PageId, number>()
  for (const { page, codes } of grants) granted.set(page, (granted.get(page) ?? 0) | codes)

  const grantsFor = (right: Right) => {
    const [page, code] = split(right)
    return grants.filter((grant) => grant.page === page && (grant.codes & code) === code)
  }
  const anyOf = (may: Requirement): readonly Right[] => (needsNoRight(may) ? [] : typeof may === 'string' ? [may] : may)

  return {
    granted,
    may: (may) => needsNoRight(may) || anyOf(may).some((right) => grantsFor(right).length > 0),
    scopesOf: (may) => [...new Set(anyOf(may).flatMap((right) => grantsFor(right).map(({ scope }) => scope)))],
  }
}
