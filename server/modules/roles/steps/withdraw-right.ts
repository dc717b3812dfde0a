import { and, eq } from 'drizzle-orm'
import { accessReviews } from '#contract/access-reviews.ts'
import type { Grant } from '#contract/kernel/grants.ts'
import { type Button, buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { recordBeside } from '#server/kernel/call/audit-entry.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { releaseForbiddenOf } from '#server/modules/released-work/steps.ts'
import { grantsOfRole, isNeededByAdministrator } from '../steps.ts'
import { grantRows, roleRows } from '../store.ts'
import { mustBeReleased } from './money-rights.ts'
import { recordedGrants } from './recorded-grants.ts'

/** A right as a role grants it: a button of a page. */
export interface RoleRight {
  readonly roleId: IdOf<'role'>
  readonly page: PageId
  readonly button: Button
}

/** What a role grants but for a right. @throws Refusal `lacks_right`. */
function without(grants: readonly Grant[], role: string, { page, button }: RoleRight): Grant[] {
  const code = buttons[button]
  if (!grants.some((grant) => grant.page === page && (grant.codes & code) !== 0)) {
    throw new Refusal('lacks_right', { role })
  }
  return grants.map((grant) => (grant.page === page ? { ...grant, codes: grant.codes & ~code } : grant))
}

/**
 * Takes a right from a role, and so from everybody who has it: they go on seeing the page, and keep no work that it takes.
 * One that moves money takes a second person.
 * @throws Refusal `forbidden`, `unknown_role`, `lacks_right`, `administrator_needs`, `second_person_needed`, `own_role`.
 */
export async function withdrawRight(right: RoleRight, context: Context): Promise<void> {
  const { tx, actor, now } = context
  const { roleId, page, button } = right
  if (!actor.may('roles.edit')) throw new Refusal('forbidden')
  const [role] = await tx.select().from(roleRows).where(eq(roleRows.id, roleId)).for('update')
  if (!role) throw new Refusal('unknown_role')
  if (isNeededByAdministrator({ mark: role.mark, page, button })) throw new Refusal('administrator_needs')
  const before = await grantsOfRole(tx, roleId)
  const after = without(before, role.name, right)
  const { mark, state } = role
  await mustBeReleased(
    roleId,
    [
      { mark, state, grants: before },
      { mark, state, grants: after },
    ],
    context,
  )
  const { codes } = after.find((grant) => grant.page === page)! // it grants the page, as just found
  await tx
    .update(grantRows)
    .set({ codes })
    .where(and(eq(grantRows.roleId, roleId), eq(grantRows.page, page)))
  await tx.update(roleRows).set({ changedAt: now }).where(eq(roleRows.id, roleId))
  await releaseForbiddenOf(roleId, accessReviews.withdraw, context)
  const changed = { before: { grants: recordedGrants(before) }, after: { grants: recordedGrants(after) } }
  await recordBeside(accessReviews.withdraw, 'roles', [{ objectId: roleId, ...changed }], context)
}
