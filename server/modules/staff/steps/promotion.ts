import { eq } from 'drizzle-orm'
import type { Scope } from '#contract/kernel/grants.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { StaffMember } from '#contract/staff.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustBeReleasedTo } from '#server/modules/roles/steps/money-rights.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { staffRows } from '../store.ts'
import { heldRoles } from './access.ts'

/** A call that puts somebody into a unit, whatever it is about. */
type MovingCall = Pick<Context, 'tx' | 'app' | 'now' | 'mustBeReleased'> & { readonly row: Pick<StaffMember, 'id'> }

/** Scopes that reach as far as the unit that somebody is in. */
const byUnit: readonly Scope[] = ['department', 'agency', 'group']

const depth = (path: string): number => path.split('/').length

/**
 * Promotion: whoever moves to a unit higher up, and has rights over money that reach as far as their unit, gets them over more: only
 * as what a second person has released, as with a role.
 * @throws Refusal `second_person_needed`, `own_role`.
 */
export async function mustReleasePromotion(unitId: IdOf<'unit'>, call: MovingCall): Promise<void> {
  const { tx, row } = call
  const path = { path: unitRows.path }
  const [to] = await tx.select(path).from(unitRows).where(eq(unitRows.id, unitId))
  const own = tx.select(path).from(staffRows).innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
  const [from] = await own.where(eq(staffRows.id, row.id))
  if (depth(to!.path) >= depth(from!.path)) return // both are there: one was looked for, the other has staff
  await mustBeReleasedTo(await heldRoles(call), row.id, call, ({ scope }) => byUnit.includes(scope))
}
