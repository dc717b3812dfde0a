import { eq } from 'drizzle-orm'
import type { Scope } from '#contract/kernel/grants.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { StaffMember } from '#contract/staff.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustBeReleasedTo } from '#server/modules/roles/steps/money-rights.ts'
import { agencyAt } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffRows } from '../store.ts'
import { heldRoles } from './access.ts'

/** A call that puts somebody into a unit, whatever it is about. */
type MovingCall = Pick<Context, 'tx' | 'app' | 'now' | 'mustBeReleased'> & { readonly row: Pick<StaffMember, 'id'> }

/** Scopes that reach as far as the unit that somebody is in. */
const byUnit: readonly Scope[] = ['department', 'agency', 'group']

/** A unit by where it stands, with the agency that it lies in. */
interface Place {
  readonly path: string
  readonly agency: IdOf<'unit'> | null
}

const depth = (path: string): number => path.split('/').length

/** Whether rights of a scope reach rows from one unit that they have not reached from another. */
function isReachGained(scope: Scope, from: Place, to: Place): boolean {
  if (!byUnit.includes(scope) || to.path.startsWith(from.path)) return false
  // a whole agency is the same one from each of its units
  const isSameAgency = to.agency !== null && to.agency === from.agency
  return !(scope === 'agency' && isSameAgency && depth(to.path) >= depth(from.path))
}

/**
 * Whoever moves to a unit that does not lie in their own, and has rights over money that reach as far as their unit, gets
 * them over rows that they had not: only as what a second person has released, as with a role.
 * @throws Refusal `second_person_needed`, `own_role`.
 */
export async function mustReleaseReach(unitId: IdOf<'unit'>, call: MovingCall): Promise<void> {
  const { tx, row } = call
  const path = { path: unitRows.path }
  const [to] = await tx.select(path).from(unitRows).where(eq(unitRows.id, unitId))
  const own = tx.select(path).from(staffRows).innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
  const [from] = await own.where(eq(staffRows.id, row.id))
  const placed = async (at: string): Promise<Place> => ({ path: at, agency: await agencyAt(tx, at) })
  const [was, is] = [await placed(from!.path), await placed(to!.path)] // both are there: one was looked for, the other has staff
  await mustBeReleasedTo(await heldRoles(call), row.id, call, ({ scope }) => isReachGained(scope, was, is))
}
