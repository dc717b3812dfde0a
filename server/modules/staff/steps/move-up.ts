import { inArray } from 'drizzle-orm'
import type { Scope } from '#contract/kernel/grants.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { StaffMember } from '#contract/staff.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { mustBeReleasedTo } from '#server/modules/roles/steps/money-rights.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { heldRoles } from './access.ts'

/** Scopes that reach as far as the unit that somebody is in. */
const byUnit: readonly Scope[] = ['department', 'agency', 'group']

const depth = (path: string): number => path.split('/').length

/**
 * Whoever moves to a unit higher up, and has rights over money that reach as far as their unit, gets them over more: only
 * as what a second person has released, as with a role.
 * @throws Refusal `second_person_needed`, `own_role`.
 */
export async function mustBeReleasedUp(unitId: IdOf<'unit'>, call: Call<never, StaffMember>): Promise<void> {
  const { tx, row } = call
  if (unitId === row.unit.id) return
  const units = await tx
    .select({ id: unitRows.id, path: unitRows.path })
    .from(unitRows)
    .where(inArray(unitRows.id, [row.unit.id, unitId]))
  const depths = new Map(units.map(({ id, path }) => [id, depth(path)]))
  if (depths.get(unitId)! >= depths.get(row.unit.id)!) return // both are there: one was looked for, the other has staff
  await mustBeReleasedTo(await heldRoles(call), row.id, call, ({ scope }) => byUnit.includes(scope))
}
