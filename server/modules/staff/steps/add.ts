import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { staff } from '#contract/staff.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustBeReleasedTo } from '#server/modules/roles/steps/money-rights.ts'
import { grantsOfRole, mustHold } from '#server/modules/roles/steps.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { lockPaths } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffRoleRows, staffRows } from '../store.ts'

type NewMember = Parsed<typeof staff.add>
type SheetMember = Parsed<typeof staff.addMany>['members'][number]

/** What somebody puts people into a unit by: they add them, or move them. */
type StaffingRight = 'staff.add' | 'staff.edit'

/** Whether somebody may put people into a unit: one below their own, or any with the scope of everybody. */
export const mayStaff = ({ unitPath, ...actor }: Context['actor'], right: StaffingRight, path: string): boolean =>
  path.startsWith(unitPath) || actor.scopesOf(right).includes('all')

/** A unit that there is, within reach: nobody moves anybody, themselves first, to where they see more. @throws Refusal `unknown_unit`. */
export async function mustStaffUnit(
  unitId: IdOf<'unit'>,
  right: StaffingRight,
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
): Promise<void> {
  await lockPaths(tx, 'shared') // nobody deletes it meanwhile
  const [unit] = await tx.select({ path: unitRows.path }).from(unitRows).where(eq(unitRows.id, unitId))
  if (!unit || !mayStaff(actor, right, unit.path)) throw new Refusal('unknown_unit', undefined, { field: 'unitId' })
}

/**
 * A role whose rights the caller holds, disabled or not.
 * @throws Refusal `unknown_role`, `beyond_own_rights`.
 */
export async function grantableRole(tx: Db, roleId: IdOf<'role'>, actor: Context['actor']) {
  const [role] = await tx.select().from(roleRows).where(eq(roleRows.id, roleId))
  if (!role) throw new Refusal('unknown_role', undefined, { field: 'roleId' })
  await mustHold(tx, actor, await grantsOfRole(tx, roleId), 'roleId')
  return role
}

/**
 * A role that the caller may give to somebody.
 * @throws Refusal as `grantableRole`; `role_disabled`.
 */
export async function assignableRole(tx: Db, roleId: IdOf<'role'>, actor: Context['actor']) {
  const role = await grantableRole(tx, roleId, actor)
  if (role.state !== 'enabled') throw new Refusal('role_disabled', { role: role.name }, { field: 'roleId' })
  return role
}

/** Somebody is named after their account: it never changes. */
const idOfAccount = (account: string) => `S-${account}` as IdOf<'staff'> // made here, and by the first start

/** Adds somebody; the password is good once. @throws Refusal `account_taken`. */
async function insertMember(
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
  await tx.insert(staffRoleRows).values({ staffId: id, roleId, since: now })
  return id
}

/** What of somebody new stands on the record: everything but the password. */
const recorded = ({ password: _, ...member }: NewMember) => member

/**
 * Adds people in roles that the caller may give, and that a second person has released where they move money. Whether the
 * caller may put them into their units was asked before.
 * @throws Refusal `account_taken`, as `assignableRole`, `second_person_needed`.
 */
export async function enrol(members: readonly NewMember[], context: Context): Promise<IdOf<'staff'>[]> {
  const roleIds = [...new Set(members.map(({ roleId }) => roleId))]
  for (const roleId of roleIds) await assignableRole(context.tx, roleId, context.actor)
  await mustBeReleasedTo(roleIds, null, context)
  const ids: IdOf<'staff'>[] = []
  for (const member of members) ids.push(await insertMember(member, context))
  return ids
}

/** Adds somebody, in a role that the caller may give. */
export async function addMember(asked: NewMember, context: Context): Promise<{ id: IdOf<'staff'> }> {
  await mustStaffUnit(asked.unitId, 'staff.add', context)
  const [id] = await enrol([asked], context)
  context.note({ objectId: id!, after: recorded(asked) })
  return { id: id! }
}

/** Adds several people, all of them or none. @throws Refusal of the first that is refused. */
export async function addMembers(members: readonly SheetMember[], context: Context): Promise<{ added: number }> {
  const { note } = context
  for (const { unitId } of members) await mustStaffUnit(unitId, 'staff.add', context)
  await enrol(
    members.map((member) => ({ ...member, state: 'enabled' })),
    context,
  )
  const roles = Object.fromEntries(members.map(({ account, roleId }) => [account, roleId]))
  note({ after: { added: Object.keys(roles), roles } })
  return { added: members.length }
}
