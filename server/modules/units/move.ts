import { and, eq, ne, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { units } from '#contract/units.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { forgetCredits } from '#server/modules/case-allocations/steps.ts'
import { lockOpenCases, setAgencyOf } from '#server/modules/cases/steps/cases.ts'
import { mustBeReleasedTo } from '#server/modules/roles/steps/money-rights.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { rewritePaths } from './paths.ts'
import { liesBelow, lockPaths } from './steps.ts'
import { unitRows } from './store.ts'
import { lockTree, mustBeNamedAlone, reaches, type UnitCall, unitAt } from './tree.ts'

const field = { field: 'parentId' } as const

/** What a unit may be moved below: an agency, or a department in one, as its own kind says, within reach. @throws Refusal. */
async function newParent(id: IdOf<'unit'>, call: UnitCall) {
  const { tx, row } = call
  const parent = await unitAt(tx, id)
  if (!parent || !reaches(call, units.move, parent.path)) throw new Refusal('wrong_parent', undefined, field)
  if (parent.path.startsWith(row.path)) throw new Refusal('unit_into_itself', undefined, field)
  if (parent.id === row.parent?.id) throw new Refusal('same_parent', undefined, field)
  const [agency] = await tx
    .select({ id: unitRows.id, path: unitRows.path })
    .from(unitRows)
    .where(and(eq(unitRows.kind, 'agency'), eq(unitRows.id, parent.kind === 'agency' ? parent.id : parent.parentId!)))
  const wanted = row.kind === 'group' ? 'department' : 'agency'
  if (parent.kind !== wanted || !agency) throw new Refusal('wrong_parent', undefined, field)
  return { parent, agency }
}

/**
 * Whoever works below a path and has rights over money as far as their agency gets them over another one: only as what a
 * second person has released, as where they move alone. @throws Refusal `second_person_needed`, `own_role`.
 */
async function mustReleaseAgency(path: string, call: UnitCall): Promise<void> {
  const people = await call.tx
    .select({ id: staffRows.id, roles: sql<IdOf<'role'>[]>`array_agg(${staffRoleRows.roleId})` })
    .from(staffRoleRows)
    .innerJoin(staffRows, eq(staffRows.id, staffRoleRows.staffId))
    .innerJoin(unitRows, eq(unitRows.id, staffRows.unitId))
    .where(and(liesBelow(unitRows.path, path), ne(staffRows.state, 'disabled')))
    .groupBy(staffRows.id)
  for (const { id, roles } of people) {
    await mustBeReleasedTo(roles, id, call, ({ scope }) => scope === 'agency')
  }
}

/**
 * Moves a department or a group below another parent, with everything that lies in it. Open cases are its new agency's;
 * closed ones stay with whose they were. Its weight, a share among other siblings, is gone. @throws Refusal as `newParent`,
 * `mustReleaseAgency`.
 */
export async function move(parentId: IdOf<'unit'>, call: UnitCall): Promise<void> {
  const { tx } = call
  await lockTree(tx)
  const stored = (await unitAt(tx, call.row.id))! // its row is locked
  const row = { ...call.row, path: stored.path }
  const { parent, agency } = await newParent(parentId, { ...call, row })
  await mustBeNamedAlone(tx, { name: row.name, parentId: parent.id, but: row.id })
  if (agency.id !== row.agency.id) await mustReleaseAgency(row.path, call)
  // before the paths: whoever transfers one of them holds it, and waits for those
  await lockOpenCases(tx, row.path)
  await lockPaths(tx, 'exclusive')
  await tx.update(unitRows).set({ parentId: parent.id, weight: null }).where(eq(unitRows.id, row.id))
  await forgetCredits(tx, [row.id])
  const to = `${parent.path}${row.id}/`
  await rewritePaths(tx, { from: row.path, to })
  if (agency.id !== row.agency.id) await setAgencyOf(tx, to, agency.id)
}
