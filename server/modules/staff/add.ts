import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { staff } from '#contract/staff.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { grantsOfRole, mustHold } from '#server/modules/roles/steps.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffRoleRows, staffRows } from './store.ts'

type NewMember = Parsed<typeof staff.add>

/** Whether somebody may put people into a unit: one below their own, or any with the scope of everybody. */
export const mayStaff = ({ unitPath, ...actor }: Context['actor'], path: string): boolean =>
  path.startsWith(unitPath) || actor.scopesOf(['staff.add', 'staff.edit']).includes('all')

/** A unit that there is, within reach: nobody moves anybody, themselves first, to where they see more. @throws Refusal `unknown_unit`. */
export async function mustStaffUnit(tx: Db, unitId: IdOf<'unit'>, actor: Context['actor']): Promise<void> {
  const [unit] = await tx.select({ path: unitRows.path }).from(unitRows).where(eq(unitRows.id, unitId))
  if (!unit || !mayStaff(actor, unit.path)) throw new Refusal('unknown_unit', undefined, { field: 'unitId' })
}

/**
 * A role that the caller may give to somebody.
 * @throws Refusal `unknown_role`, `role_disabled`, `beyond_own_rights`.
 */
export async function assignableRole(tx: Db, roleId: IdOf<'role'>, actor: Context['actor']) {
  const [role] = await tx.select().from(roleRows).where(eq(roleRows.id, roleId))
  if (!role) throw new Refusal('unknown_role', undefined, { field: 'roleId' })
  if (role.state !== 'enabled') throw new Refusal('role_disabled', { role: role.name }, { field: 'roleId' })
  await mustHold(tx, actor, await grantsOfRole(tx, roleId), 'roleId')
  return role
}

/** Somebody is named after their account: it never changes. */
const idOfAccount = (account: string) => `S-${account}` as IdOf<'staff'> // made here, and by the first start

/** Adds somebody; the password is good once. @throws Refusal `account_taken`. */
export async function insertMember(
  { account, roleId, password, ...details }: NewMember,
  { tx, now }: Pick<Context, 'tx' | 'now'>,
): Promise<IdOf<'staff'>> {
  const passwordHash = await hash(password)
  const id = idOfAccount(account)
  const added = await tx
    .insert(staffRows)
    .values({ id, account, ...details, passwordHash, mustChangePassword: true, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: staffRows.id })
  if (added.length === 0) throw new Refusal('account_taken', { account }, { field: 'account' })
  await tx.insert(staffRoleRows).values({ staffId: id, roleId })
  return id
}

/** Adds somebody, in a role that the caller may give. */
export async function addMember(asked: NewMember, context: Context): Promise<{ id: IdOf<'staff'> }> {
  const { tx, actor, note } = context
  await mustStaffUnit(tx, asked.unitId, actor)
  await assignableRole(tx, asked.roleId, actor)
  const id = await insertMember(asked, context)
  note({ objectId: id })
  return { id }
}
