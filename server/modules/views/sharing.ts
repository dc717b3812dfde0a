import { eq } from 'drizzle-orm'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Audience } from '#contract/views.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { roleRows } from '#server/modules/roles/store.ts'

/** Who sees to the views of roles: whoever sets the business up. */
const roleViewRights: Requirement = ['roles.edit', 'parameters.edit', 'products.edit']

/** Whether somebody sees to the views of roles. */
export const managesRoleViews = (actor: Actor): boolean => actor.may(roleViewRights)

/** Whether somebody may share views of a page with their unit: whoever sees more of it than rows of their own. */
export const mayShare = (actor: Actor, page: Requirement): boolean =>
  actor.scopesOf(page).some((scope) => scope !== 'own')

/**
 * Whose the views are that somebody means, and may change.
 * @throws Refusal `forbidden`, `unknown_role`.
 */
export async function mustOwn(
  { audience, roleId }: { audience: Audience; roleId?: IdOf<'role'> | undefined },
  page: Requirement,
  { actor, tx }: Context,
): Promise<string> {
  if (audience === 'own') return actor.id
  if (audience === 'team') {
    if (!mayShare(actor, page)) throw new Refusal('forbidden')
    return actor.unitId
  }
  if (!managesRoleViews(actor)) throw new Refusal('forbidden')
  const [role] = roleId ? await tx.select({ id: roleRows.id }).from(roleRows).where(eq(roleRows.id, roleId)) : []
  if (!role) throw new Refusal('unknown_role')
  return role.id
}
