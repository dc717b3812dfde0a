import { and, eq } from 'drizzle-orm'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type StaffMember, staff, staffMember } from '#contract/staff.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call } from '#server/kernel/call/context.ts'
import type { TakingCall } from '#server/kernel/call/record-released.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { endTwoFactor } from '#server/modules/account/steps.ts'
import { isGivenNoCases } from '#server/modules/collectors/steps.ts'
import { releaseForbidden, releaseWork } from '#server/modules/released-work/steps.ts'
import { mustBeReleasedTo } from '#server/modules/roles/steps/money-rights.ts'
import { noteRights } from '#server/modules/roles/steps/role-effects.ts'
import { administratorMark, mustHoldRightsOf, mustNotBeLastAdministrator } from '#server/modules/roles/steps.ts'
import { forgetFailedSignIns } from '#server/modules/session/steps/failed-sign-ins.ts'
import { endSessions } from '#server/modules/session/steps/sessions.ts'
import { oneTimePassword } from '../one-time-password.ts'
import { staffSource } from '../source.ts'
import { staffRoleRows, staffRows } from '../store.ts'
import { assignableRole, grantableRole } from './add.ts'

type StaffCall = Call<never, StaffMember>
type RoleId = IdOf<'role'>

/** Nobody keeps themselves out. @throws Refusal `own_account`. */
function mustBeSomebodyElse({ row, actor }: Pick<TakingCall, 'row' | 'actor'>): void {
  if (row.id === actor.id) throw new Refusal('own_account')
}

/** Somebody whose roles are looked up. */
type HeldBy = Pick<TakingCall, 'tx'> & { readonly row: Pick<StaffMember, 'id'> }

/** The roles of somebody, disabled ones among them. */
export const heldRoles = async ({ tx, row }: HeldBy): Promise<readonly RoleId[]> => {
  const held = await tx
    .select({ id: staffRoleRows.roleId })
    .from(staffRoleRows)
    .where(eq(staffRoleRows.staffId, row.id))
  return held.map(({ id }) => id)
}

/** Signs somebody out everywhere, and tells in how many places they were. */
async function signOut({ tx, row, effect }: TakingCall): Promise<void> {
  effect('sessions', await endSessions(tx, row.id))
}

const setState = ({ tx, row }: TakingCall, state: StaffMember['state']) =>
  tx.update(staffRows).set({ state }).where(eq(staffRows.id, row.id))

/** Lets somebody in who was kept out. */
export const enable = async (call: TakingCall): Promise<void> => void (await setState(call, 'enabled'))

/** Keeps somebody out, as an endpoint does whose records say so. @throws Refusal `own_account`, `last_administrator`. */
export async function disable(call: TakingCall, by: Endpoint = staff.disable): Promise<void> {
  mustBeSomebodyElse(call)
  await mustNotBeLastAdministrator(call.tx, call.row.id)
  await setState(call, 'disabled')
  await signOut(call)
  await releaseWork(by, call)
}

/** @throws Refusal `own_account`, `last_administrator`. */
export async function freeze(call: StaffCall): Promise<void> {
  mustBeSomebodyElse(call)
  await mustNotBeLastAdministrator(call.tx, call.row.id)
  await setState(call, 'frozen')
  await signOut(call)
}

/** Lets somebody sign in again, however often it has failed meanwhile. */
export async function letIn(call: StaffCall): Promise<void> {
  await setState(call, 'enabled')
  await forgetFailedSignIns(call.tx, call.row.account)
}

/** @throws Refusal `not_signed_in`. */
export async function endTheirSessions(call: StaffCall): Promise<void> {
  if (call.row.sessions === 0) throw new Refusal('not_signed_in')
  await signOut(call)
}

/** Gives somebody a password that is good once, and answers it. @throws Refusal `own_account`, `beyond_own_rights`. */
export async function giveOneTimePassword(call: TakingCall & { row: { account: string } }): Promise<string> {
  mustBeSomebodyElse(call)
  await mustHoldRightsOf(call.row.id, call)
  const { tx, row } = call
  const { password, passwordHash } = await oneTimePassword()
  await tx.update(staffRows).set({ passwordHash, mustChangePassword: true }).where(eq(staffRows.id, row.id))
  await forgetFailedSignIns(tx, row.account)
  await signOut(call)
  return password
}

/** The password is answered once it is committed, and never again. @throws Refusal as above. */
export async function resetPassword(call: StaffCall): Promise<void> {
  const password = await giveOneTimePassword(call)
  const { row, actor, app, afterCommit } = call
  const place = rowSource(staffMember, staffSource)
  afterCommit(async () => ({
    ...(await findOne(app.database.db, place, row.id, { actor, scopes: ['all'], app })),
    password,
  }))
}

/** @throws Refusal `own_account`, `beyond_own_rights`, `two_factor_off`. */
export async function resetTwoFactor(call: StaffCall): Promise<void> {
  mustBeSomebodyElse(call)
  await mustHoldRightsOf(call.row.id, call)
  if (!(await endTwoFactor(call.tx, call.row.id))) throw new Refusal('two_factor_off')
  await signOut(call)
}

/** Counts somebody up whose roles have changed: their row shows them. */
const touch = ({ tx, row, actor }: TakingCall) =>
  tx.update(staffRows).set({ changedBy: actor.name }).where(eq(staffRows.id, row.id))

/** @throws Refusal `unknown_role`, `role_disabled`, `beyond_own_rights`, `has_role`, `second_person_needed`, `own_role`. */
export async function addRole(roleId: RoleId, call: StaffCall): Promise<void> {
  const role = await assignableRole(call.tx, roleId, call.actor)
  if ((await heldRoles(call)).includes(roleId)) throw new Refusal('has_role', { role: role.name }, { field: 'roleId' })
  await mustBeReleasedTo([roleId], call.row.id, call)
  await noteRights(role, 'rightsGained', call.row.id, call)
  await call.tx.insert(staffRoleRows).values({ staffId: call.row.id, roleId, since: call.now })
  await touch(call)
  if (await isGivenNoCases(call.tx, call.row.id, roleId))
    call.effect('noCases', call.t('staff.noCases', { name: call.row.name }))
}

/** @throws Refusal `lacks_role`, `last_role`, `last_administrator`, `unknown_role`, `beyond_own_rights`: who may not give may not take. */
export async function removeRole(roleId: RoleId, call: TakingCall): Promise<void> {
  const role = await grantableRole(call.tx, roleId, call.actor)
  const held = await heldRoles(call)
  if (!held.includes(roleId)) throw new Refusal('lacks_role', { role: role.name }, { field: 'roleId' })
  if (held.length === 1) throw new Refusal('last_role')
  if (role.mark === administratorMark) await mustNotBeLastAdministrator(call.tx, call.row.id)
  await noteRights(role, 'rightsLost', call.row.id, call)
  await call.tx
    .delete(staffRoleRows)
    .where(and(eq(staffRoleRows.staffId, call.row.id), eq(staffRoleRows.roleId, roleId)))
  await releaseForbidden(staff.removeRole, call)
  await touch(call)
}

/** Takes a role away; whoever has no other has no use for an account: it is disabled. @throws Refusal as the two. */
export async function removeRoleOrDisable(roleId: RoleId, call: TakingCall): Promise<void> {
  const held = await heldRoles(call)
  if (held.length !== 1 || held[0] !== roleId) return removeRole(roleId, call)
  await grantableRole(call.tx, roleId, call.actor)
  await disable(call)
}
